//! Runs the contract for each backend.

/// A module for each backend, with a test for each function of the contract.
macro_rules! contract {
    ($($part:ident: $($name:ident),+;)+) => {
        mod sqlite_file {
            use crate::{contract, support};
            $($(
                #[tokio::test]
                async fn $name() {
                    let folder = tempfile::tempdir().unwrap();
                    let store = bulkhead_store::open(&support::url(&folder.path().join("store.db"))).await.unwrap();
                    contract::$part::$name(&*store).await;
                }
            )+)+
        }

        mod sqlite_memory {
            use crate::contract;
            $($(
                #[tokio::test]
                async fn $name() {
                    let store = bulkhead_store::open("sqlite::memory:").await.unwrap();
                    contract::$part::$name(&*store).await;
                }
            )+)+
        }
    };
}

contract! {
    values:
        nothing_is_there_at_first,
        a_value_is_read_back_as_it_was_written,
        a_later_write_takes_the_place_of_an_earlier_one,
        what_is_deleted_is_gone,
        versions_grow_and_never_come_back,
        versions_tell_nothing_of_other_scopes,
        a_write_happens_only_on_the_expected_version,
        scopes_are_apart;
    expiry:
        what_has_expired_is_not_there,
        what_has_expired_is_not_expected,
        what_has_expired_does_not_count,
        each_write_says_anew_when_it_expires,
        times_far_away_are_no_trouble,
        what_expired_in_other_scopes_is_no_matter;
    quota:
        keys_and_values_count,
        overwriting_counts_the_difference,
        keys_are_counted,
        a_refused_write_changes_nothing,
        a_scope_above_its_quota_can_shrink,
        a_conflict_is_told_before_a_quota;
    keys:
        keys_come_in_the_order_of_their_bytes,
        prefixes_are_taken_literally,
        pages_are_walked_without_gaps,
        any_text_is_a_cursor,
        a_page_has_at_least_one_key,
        keys_of_any_length_are_kept;
    model:
        it_does_what_a_map_would_do,
        increments_from_many_tasks_all_count,
        a_dropped_call_has_happened_or_not;
}
