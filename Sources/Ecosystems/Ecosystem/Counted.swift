extension Int {
  /// Returns the number with a noun in the singular or the plural: `1 day`, `2 days`.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
