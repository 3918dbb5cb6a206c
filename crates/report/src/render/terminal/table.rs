//! A table whose columns are backends, in as many panels side by side as the width asks for.

use super::paint::Role;
use super::screen::Screen;
use crate::text::{fit, left, visible, width};

/// One text of a table and what it is.
pub(super) type Cell = (Role, String);

pub(super) struct Table {
    /// What stands above the heads of the rows.
    pub(super) corner: &'static str,
    /// The backends.
    pub(super) columns: Vec<String>,
    /// The head of each row, and one cell per column.
    pub(super) rows: Vec<(Cell, Vec<Cell>)>,
}

/// The spaces between two columns.
const GAP: usize = 2;
/// The widest head of a column.
const NAME: usize = 20;

impl Table {
    pub(super) fn write(&self, screen: &mut Screen) {
        let head = self.rows.iter().map(|((_, text), _)| width(text)).max().unwrap_or(0).max(width(self.corner));
        let names: Vec<[String; 2]> = self.columns.iter().map(|name| two_lines(&visible(name))).collect();
        let widths: Vec<usize> = names
            .iter()
            .enumerate()
            .map(|(column, name)| {
                let cells = self.rows.iter().map(|(_, cells)| width(&cells[column].1));
                cells.chain(name.iter().map(|line| width(line))).max().unwrap_or(0)
            })
            .collect();
        let mut start = 0;
        while start < widths.len() {
            let mut used = 2 + head;
            let fits = |&&columns: &&usize| {
                used += GAP + columns;
                used <= screen.columns
            };
            let end = start + widths[start..].iter().take_while(fits).count().max(1);
            if start > 0 {
                screen.line("");
            }
            self.panel(screen, head, &names, &widths, start..end);
            start = end;
        }
    }

    fn panel(
        &self,
        screen: &mut Screen,
        head: usize,
        names: &[[String; 2]],
        widths: &[usize],
        columns: std::ops::Range<usize>,
    ) {
        let two = names[columns.clone()].iter().any(|name| !name[0].is_empty());
        for line in if two { 0..2 } else { 1..2 } {
            let corner = if line == 1 { self.corner } else { "" };
            let mut text = format!("  {}", left(corner, head));
            for column in columns.clone() {
                text += &" ".repeat(GAP);
                text += &left(&names[column][line], widths[column]);
            }
            let text = screen.paint.paint(Role::Dim, text.trim_end());
            screen.line(&text);
        }
        for ((role, row), cells) in &self.rows {
            let mut text = format!("  {}", screen.paint.paint(*role, &left(row, head)));
            for column in columns.clone() {
                let (role, cell) = &cells[column];
                text += &" ".repeat(GAP);
                text += &screen.paint.paint(*role, cell);
                text += &" ".repeat(widths[column] - width(cell));
            }
            screen.line(&text);
        }
    }
}

/// A name for the head of a column: on one line where it is short, else broken after a hyphen, else cut.
fn two_lines(name: &str) -> [String; 2] {
    if width(name) > 10
        && let Some((first, second)) = name.split_once('-')
        && !second.is_empty()
    {
        return [fit(&format!("{first}-"), NAME), fit(second, NAME)];
    }
    [String::new(), fit(name, NAME)]
}
