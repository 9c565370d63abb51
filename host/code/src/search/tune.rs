//! The few numbers of the ranking, all in one place and all round.
//!
//! They were chosen on the development requests; `REPORT.md` says how, and
//! how little each of them matters near its value.

use super::text::FIELDS;

/// What one word is worth in each field: name, title, description, tags,
/// parameter names, parameter prose.
pub(super) const FIELD: [f32; FIELDS] = [3.0, 2.0, 1.0, 1.0, 1.0, 0.5];
/// How much a longer than usual field makes each of its words worth less.
pub(super) const LENGTH: [f32; FIELDS] = [0.5, 0.5, 0.6, 0.5, 0.6, 0.6];
/// How soon more of the same word stops helping: lower is sooner.
pub(super) const SATURATION: f32 = 0.4;
/// Softens the difference between rare and common words; below 1, so that
/// verbs such as "create", which half of a catalog holds, still count.
pub(super) const IDF_POWER: f32 = 0.6;

/// What a word is worth that the lexicon says may be meant.
pub(super) const LEXICON: f32 = 1.0;
/// How much such words count in the vector of a request.
pub(super) const MEANT: f32 = 0.5;
/// What the shape of a quoted value is worth as a hint.
pub(super) const SHAPE: f32 = 0.6;
/// What the parts of a quoted value are worth as words.
pub(super) const VALUE: f32 = 0.5;
/// What a bare number is worth as a word.
pub(super) const NUMBER: f32 = 0.3;

/// What an entry gains whose name the request explains in full.
pub(super) const COVER: f32 = 0.2;

/// What meaning is worth beside words.
pub(super) const MEANING: f32 = 0.4;
/// How much each field counts in the vector of an entry.
pub(super) const VECTOR: [f32; FIELDS] = [1.0, 2.0, 1.0, 0.5, 0.3, 0.5];
/// How much rare words lead in a vector.
pub(super) const RARE: f32 = 1.5;
/// How many entries make a catalog large enough to know its common meaning.
pub(super) const SMALL: f32 = 50.0;

/// What a tool loses that does another kind of thing than asked.
pub(super) const ACTION: f32 = 0.1;
/// What each further tool of the same name keeps.
pub(super) const REPEAT: f32 = 0.8;
