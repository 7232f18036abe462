/// The version of a native tool that a project is read and locked for, and its origin.
///
/// `check --verbose` and `why` print one sentence for each tool:
///
///     Ruby 3.2.2, as .ruby-version says.
///     Bundler 2.7.2, the default: no file names a version.
///     Ruby: no file names a version, so no release is held back because of it.
package struct ToolVersion: Hashable, Sendable {
  /// The tool's own name for itself: `Ruby`, `Bundler`, `npm`.
  package var tool: String
  /// Nil if no file names a version and no default is used.
  package var version: String?
  /// The file or setting that names the version, such as `.ruby-version`; nil for a default.
  package var origin: String?
  /// Why a default is used although a file names a version; nil if no file does.
  package var remark: String?

  /// Describes a tool.
  package init(
    _ tool: String, _ version: String?, from origin: String?, remark: String? = nil
  ) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.remark = remark
  }

  /// The name of the operator's file as an origin.
  package static let operatorsFile = "the operator's file"
}

extension ToolVersion: CustomStringConvertible {
  /// One sentence with the version and its origin.
  package var description: String {
    guard let version else {
      return "\(tool): no file names a version, so no release is held back because of it."
    }
    let reason = remark.map { ": \($0)" } ?? ""
    if let origin { return "\(tool) \(version), as \(origin) says\(reason)." }
    return "\(tool) \(version), the default\(remark == nil ? ": no file names a version" : reason)."
  }
}
