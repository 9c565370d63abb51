"""The teacher: all-MiniLM-L6-v2 in plain numpy, so that no deep-learning framework is needed.

Sentences are batched by exact token length, which makes padding and attention masks unnecessary.
"""

import json
import os

import numpy as np
from tokenizers import Tokenizer


def load_safetensors(path):
    """Read every float32 tensor of a safetensors file."""
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        body = file.read()
    tensors = {}
    for name, info in header.items():
        if name == "__metadata__" or info["dtype"] != "F32":
            continue
        start, end = info["data_offsets"]
        tensors[name] = np.frombuffer(body[start:end], dtype="<f4").reshape(info["shape"])
    return tensors


def norm(x, gain, bias):
    """Layer normalisation, in place where it can be."""
    x = x - x.mean(-1, keepdims=True)
    x /= np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
    x *= gain
    x += bias
    return x


def gelu(x):
    """The tanh form of GELU: close enough to the exact one for distilling, and much faster."""
    inner = x * x
    inner *= 0.044715
    inner += 1.0
    inner *= x
    inner *= 0.7978845608
    np.tanh(inner, out=inner)
    inner += 1.0
    inner *= x
    inner *= 0.5
    return inner


class Teacher:
    """A sentence encoder: mean pooling over all tokens, [CLS] and [SEP] included."""

    def __init__(self, folder):
        self.w = load_safetensors(os.path.join(folder, "model.safetensors"))
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(max_length=64)
        self.layers = [self._layer(i) for i in range(6)]

    def _layer(self, i):
        names = {
            "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
            "o": "attention.output.dense", "on": "attention.output.LayerNorm",
            "i": "intermediate.dense", "d": "output.dense", "dn": "output.LayerNorm",
        }
        layer = {}
        for short, long in names.items():
            weight = self.w[f"encoder.layer.{i}.{long}.weight"]
            weight = weight if short.endswith("n") else np.ascontiguousarray(weight.T)
            layer[short] = (weight, self.w[f"encoder.layer.{i}.{long}.bias"])
        return layer

    def _attend(self, x, layer, batch, length):
        def heads(name):
            weight, bias = layer[name]
            return (x @ weight + bias).reshape(batch, length, 12, 32).transpose(0, 2, 1, 3)
        q, k, v = heads("q"), heads("k"), heads("v")
        scores = q @ k.transpose(0, 1, 3, 2) / np.float32(32 ** 0.5)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        mixed = (scores @ v).transpose(0, 2, 1, 3).reshape(batch * length, 384)
        return mixed @ layer["o"][0] + layer["o"][1]

    def forward(self, ids):
        """Pooled and normalised vectors of one rectangular batch of token ids."""
        batch, length = ids.shape
        e = "embeddings."
        x = self.w[e + "word_embeddings.weight"][ids.reshape(-1)]
        x = x + np.tile(self.w[e + "position_embeddings.weight"][:length], (batch, 1))
        x = x + self.w[e + "token_type_embeddings.weight"][0]
        x = norm(x, self.w[e + "LayerNorm.weight"], self.w[e + "LayerNorm.bias"])
        for layer in self.layers:
            x = norm(x + self._attend(x, layer, batch, length), *layer["on"])
            hidden = gelu(x @ layer["i"][0] + layer["i"][1])
            x = norm(x + (hidden @ layer["d"][0] + layer["d"][1]), *layer["dn"])
        pooled = x.reshape(batch, length, 384).mean(1)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    def encode(self, texts, tokens=2048, report=None):
        """Vectors of many texts, batched by length."""
        ids = [e.ids for e in self.tokenizer.encode_batch(list(texts))]
        return self.encode_ids(ids, tokens, report)

    def encode_ids(self, ids, tokens=2048, report=None):
        """Vectors of many token lists, batched by length."""
        out = np.zeros((len(ids), 384), dtype=np.float32)
        groups = {}
        for position, row in enumerate(ids):
            groups.setdefault(len(row), []).append(position)
        done = 0
        for length, rows in sorted(groups.items()):
            step = max(1, tokens // length)
            for start in range(0, len(rows), step):
                part = rows[start:start + step]
                out[part] = self.forward(np.array([ids[p] for p in part]))
                done += len(part)
                if report and done // report != (done - len(part)) // report:
                    print(f"  encoded {done} of {len(ids)}", flush=True)
        return out
