/// A file of another tool, converted to a `.martlet.yml` with the same meaning.
package struct ImportedFile: Hashable, Sendable {
  /// The new file, with the comments of the old one; nil if that has errors.
  package var text: String?
  /// The findings about ineffective and omitted parts of the old file, by location.
  package var findings: [Finding]
  /// The options of Renovate's that the new file has; empty for Dependabot's format, whose keys stay.
  package var carried: [CarriedOption] = []
  /// Renovate's presets in other repositories that weren't given, in the order of the file.
  package var unreadPresets: [RenovatePresetReference] = []
}
