//! The protocol's page says of every operator what it is called, and what a case of it brings.

use opconform_spec::OPERATORS;

#[test]
fn the_page_has_every_operator_and_what_its_attributes_are() {
    let page = include_str!("../PROTOCOL.md");
    for operator in OPERATORS {
        let domain = if operator.domain.is_empty() { "empty".to_owned() } else { format!("`{}`", operator.domain) };
        let is_its =
            |row: &&str| row.starts_with(&format!("| {domain} | ")) && row.contains(&format!("`{}`", operator.name));
        let row = page.lines().find(is_its).unwrap_or_else(|| panic!("no row of {}", operator.qualified()));
        for attribute in operator.versions.iter().flat_map(|&version| (operator.attributes)(version)) {
            assert!(row.contains(&format!("`{attribute}`")), "{attribute} in {row}");
        }
    }
}
