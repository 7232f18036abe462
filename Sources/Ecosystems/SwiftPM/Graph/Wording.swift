import Resolution

/// The solver's findings in sentences.
enum Wording {
  static func sentences(
    of derivation: Derivation<PackageReference, VersionSpecifier, Containers.Reason>,
    root: PackageReference
  ) -> [String] {
    []
  }
}
