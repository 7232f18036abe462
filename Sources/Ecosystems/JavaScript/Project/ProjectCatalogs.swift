package import Text

/// The catalogs of a project: requirements that its manifests refer to by `catalog:` or `catalog:NAME`.
///
/// An update edits them like the requirements of manifests.
package struct ProjectCatalogs: Sendable {
  /// A requirement in a catalog.
  package struct Entry: Sendable {
    /// The catalog's name.
    package var catalog: String
    /// The package.
    package var name: String
    /// Where the requirement is.
    package var site: RequirementSite

    /// Describes a requirement.
    package init(_ catalog: String, _ name: String, _ site: RequirementSite) {
      self.catalog = catalog
      self.name = name
      self.site = site
    }
  }

  /// The requirements in the order of the files.
  package var entries: [Entry]
  /// The file that has them, and perhaps rules, if that isn't a manifest.
  package var file: SourceText?
  /// The name of the catalog that `catalog:` means; nil if the tool has no catalogs.
  private let standard: String?

  /// The catalogs of a tool that has none.
  package static let none = ProjectCatalogs([], standard: nil)

  /// Creates catalogs, perhaps without entries.
  package init(_ entries: [Entry], in file: SourceText? = nil, standard: String? = "") {
    self.entries = entries
    self.file = file
    self.standard = standard
  }

  /// Whether a requirement refers to a catalog.
  func isReference(_ text: String) -> Bool {
    standard != nil && text.trimmed.hasPrefix("catalog:")
  }

  /// Returns the place of the requirement that another one refers to; nil without one.
  package func site(of name: String, _ reference: String) -> RequirementSite? {
    guard isReference(reference) else { return nil }
    let catalog = String(reference.trimmed.dropFirst("catalog:".count)).trimmed
    let wanted = catalog.isEmpty ? standard : catalog
    return entries.first { $0.catalog == wanted && $0.name == name }?.site
  }
}
