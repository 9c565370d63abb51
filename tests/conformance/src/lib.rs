//! Every fixture that MCP's conformance suite wants to find in a server, with the names, texts and payloads that its
//! scenarios name. Written with nothing but the SDK: what an author cannot write, the suite cannot test here.
#![allow(missing_docs, reason = "what each fixture is stands in the suite's own scenarios")]

use bulkhead_sdk::component;

mod changed;
mod content;
mod prompts;
mod resources;
mod said;
mod schemas;
mod tasks;
mod wanted;

component! {
    name: "conformance",
    description: "The fixtures of MCP's conformance suite.",
    tools: [
        content::test_simple_text,
        content::test_image_content,
        content::test_audio_content,
        content::test_embedded_resource,
        content::test_multiple_content_types,
        content::test_error_handling,
        said::test_tool_with_logging,
        said::test_logging_tool,
        said::test_tool_with_progress,
        said::test_reconnection,
        changed::test_trigger_tool_change,
        changed::test_trigger_prompt_change,
        changed::test_trigger_resource_update,
        wanted::test_elicitation,
        wanted::test_elicitation_sep1034_defaults,
        wanted::test_elicitation_sep1330_enums,
        wanted::test_streaming_elicitation,
        wanted::test_sampling,
        wanted::test_missing_capability,
        wanted::rounds::test_input_required_result_elicitation,
        wanted::rounds::test_input_required_result_sampling,
        wanted::rounds::test_input_required_result_list_roots,
        wanted::rounds::test_input_required_result_request_state,
        wanted::rounds::test_input_required_result_multiple_inputs,
        wanted::rounds::test_input_required_result_multi_round,
        wanted::rounds::test_input_required_result_tampered_state,
        wanted::rounds::test_input_required_result_capabilities,
        schemas::json_schema_2020_12_tool,
        schemas::test_custom_header,
        tasks::greet,
        tasks::slow_compute,
        tasks::failing_job,
        tasks::protocol_error_job,
        tasks::confirm_delete,
        tasks::multi_input,
        tasks::test_tool_with_task,
    ],
    resources: [
        resources::static_text,
        resources::static_binary,
        resources::watched_resource,
        resources::template_data,
    ],
    prompts: [
        prompts::test_simple_prompt,
        prompts::test_prompt_with_arguments,
        prompts::test_prompt_with_embedded_resource,
        prompts::test_prompt_with_image,
        prompts::test_input_required_result_prompt,
    ],
}
