/// A module with the files of its sources.
package struct SwiftModule: Hashable, Sendable {
  /// The name by which other code imports it.
  package var name: String
  /// The Swift files, in the order in which they are read.
  package var paths: [String]
  /// The parts that can't be read, each as the continuation of "the package": `has a plugin`.
  package var gaps: [String]

  /// Creates a module.
  package init(_ name: String, paths: [String] = [], gaps: [String] = []) {
    self.name = name
    self.paths = paths
    self.gaps = gaps
  }
}

extension String {
  /// The module of a target or pod of this name: other characters than those of C identifiers
  /// become `_`.
  package var moduleName: String {
    let text = String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return text.first?.isNumber == true ? "_" + text.dropFirst() : text
  }
}
