//! The protocol's page says of every operator what it is called, and what a case of it brings.

use opconform_spec::{OPERATORS, Parameter};

#[test]
fn the_page_has_every_operator_and_what_its_attributes_are() {
    let page = include_str!("../PROTOCOL.md");
    for operator in OPERATORS {
        let domain = match operator.domain.name() {
            "" => "empty".to_owned(),
            name => format!("`{name}`"),
        };
        let is_its =
            |row: &&str| row.starts_with(&format!("| {domain} | ")) && row.contains(&format!("`{}`", operator.name));
        let row = page.lines().find(is_its).unwrap_or_else(|| panic!("no row of {}", operator.qualified()));
        for Parameter { name, .. } in operator.attributes {
            assert!(row.contains(&format!("`{name}`")), "{name} in {row}");
        }
    }
}
