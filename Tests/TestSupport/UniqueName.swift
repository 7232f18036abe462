import FoundationEssentials

/// Returns a name that no other test uses, for a folder, a schema or a delivery.
///
/// Nothing else in tests is random: data comes from a `SeededGenerator`.
package func uniqueName() -> String { UUID().uuidString }
