import JSON

/// The fields of a manifest that name what its tarball brings along.
struct Bundle: Hashable, Sendable {
  /// `bundledDependencies`.
  var bundled: Value?
  /// `bundleDependencies`.
  var bundle: Value?

  /// Nothing.
  init() {}

  /// Reads a manifest.
  init(_ node: JSON.Node) {
    let value = { (name: String) in node[name].flatMap { $0.isNull ? .none : .some($0.value) } }
    bundled = value("bundledDependencies")
    bundle = value("bundleDependencies")
  }

  private var fields: [Value] { [bundled, bundle].compactMap { $0 } }

  /// The first field that has a list or `true`.
  var listOrTrue: Value? { fields.first { $0.array != nil || $0 == true } }

  /// Returns `bundledDependencies` of the lock.
  func written(_ rule: BundleRule) -> Value? {
    switch rule {
    case .listOrTrue: return listOrTrue
    case .listOrBoolean:
      return fields.contains { $0.array != nil || $0.bool != nil } ? fields.first : nil
    case .list: return fields.contains { $0.array != nil } ? fields.first : nil
    }
  }
}
