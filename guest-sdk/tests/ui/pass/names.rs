//! A tool may have the name of anything that the macros' output could have used.

use bulkhead_sdk::{component, tool};

macro_rules! tools {
    ($($name:ident),*) => { $(
        /// Has this name.
        #[tool]
        fn $name(arguments: String, resumption: Option<String>, returned: bool, value: u8, name: char) -> String {
            format!("{arguments}{resumption:?}{returned}{value}{name}")
        }
    )* };
}

tools!(arguments, resumption, returned, value, success, opened, definition, call, name, tools, info, dispatch, r#type);

component! {
    description: "Names.",
    tools: [
        arguments, resumption, returned, value, success, opened, definition, call, name, tools, info, dispatch, r#type,
    ],
}

fn main() {
    let given = bulkhead_sdk::serde_json::json!({"arguments": "a", "returned": true, "value": 1, "name": "b"});
    let result = bulkhead_sdk::testing::call::<Component>("type", given).unwrap();
    assert_eq!(result.content, [bulkhead_sdk::Content::text("aNonetrue1b")]);
}
