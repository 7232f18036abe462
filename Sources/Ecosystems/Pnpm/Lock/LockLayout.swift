/// The form of a lock's file: where the fields of a package are, and how its paths are written.
///
/// In memory, all locks have the paths and references of version 9.0:
///
///     9.0                      6.0
///     a@1.0.0(b@2.0.0)         /a@1.0.0(b@2.0.0)
///     @acme/c@file:packages/c  file:packages/c
///     @kit/twig@1.2.0          /@kit/twig@1.2.0        the reference of an alias
///
/// Source: `lockfileFormatConverters.ts` of pnpm 9, `inlineSpecifiersLockfileConverters.ts` of pnpm 8.
struct LockLayout: Hashable, Sendable {
  /// `lockfileVersion`.
  let version: String
  /// Whether what was resolved is in `snapshots` instead of `packages`.
  let hasSnapshots: Bool
  /// Whether a project without a workspace has its dependencies at the root, instead of `importers`.
  let unfoldsSingleProject: Bool
  /// Whether packages say if only development dependencies lead to them: `dev`.
  let marksDevelopment: Bool
  /// The mark before paths of packages of a registry.
  let mark: String

  /// The lock of pnpm 8.
  static let joined = LockLayout(
    version: "6.0", hasSnapshots: false, unfoldsSingleProject: true, marksDevelopment: true,
    mark: "/")
  /// The lock of pnpm 9, 10 and 11.
  static let split = LockLayout(
    version: "9.0", hasSnapshots: true, unfoldsSingleProject: false, marksDevelopment: false,
    mark: "")

  /// The layouts that are written.
  static let all = [joined, split]

  /// Returns the key of a path in the file.
  func key(of path: String) -> String {
    if mark.isEmpty { return path }
    if let (name, version) = DependencyPath.parts(path), version.hasPrefix(Self.folder) {
      return String(path.dropFirst(name.count + 1))
    }
    return mark + path
  }

  /// Returns the path of a key in the file.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - name: the name of the package if the entry has one, as those of folders have.
  /// - Returns: nil for a package that is from no registry and no folder.
  func path(of key: String, name: String?) -> String? {
    if mark.isEmpty { return key }
    if key.hasPrefix(Self.folder) { return name.map { "\($0)@\(key)" } }
    return key.hasPrefix(mark) ? String(key.dropFirst(mark.count)) : nil
  }

  /// Returns a reference as the file has it.
  func written(_ reference: String, alias: String) -> String {
    guard !mark.isEmpty, DependencyPath.path(of: reference, alias: alias) == reference else {
      return reference
    }
    return key(of: reference)
  }

  /// Converts a reference of the file.
  ///
  /// - Parameters:
  ///   - text: the reference.
  ///   - alias: the name that depends on the package.
  ///   - names: the names of packages of folders by their keys.
  /// - Returns: nil for a package that is from no registry.
  func reference(of text: String, alias: String, _ names: [String: String]) -> String? {
    if mark.isEmpty || text.hasPrefix("link:") { return text }
    if text.hasPrefix(Self.folder) {
      guard let name = names[text], name != alias else { return text }
      return "\(name)@\(text)"
    }
    if text.hasPrefix(mark) { return String(text.dropFirst(mark.count)) }
    return DependencyPath.withoutSuffix(text).contains("/") ? nil : text
  }

  private static let folder = "file:"
}
