package import Ecosystem
import Text
import Versioning

extension EcosystemID {
  /// The versions of runtimes in the files that name them.
  package static let runtimes = EcosystemID("runtimes")
}

extension ReferenceKind {
  /// The versions of Node.js, Ruby and Swift, of JavaScript's package managers, and of Swift's tools.
  ///
  /// All files of a repository are one project: what names the same major version moves together.
  package static let runtimes = {
    var kind = ReferenceKind(
      .runtimes, "runtimes", color: "1d76db",
      manifests: [
        ".nvmrc", ".node-version", ".ruby-version", ".swift-version", ".tool-versions", "mise.toml",
      ],
      directory: { RuntimeFile(of: $0) == nil ? nil : "/" },
      parse: { source, _ throws(Problem) in
        var file = ReferenceFile(source)
        try RuntimeFile(of: source.file)?.read(source, into: &file)
        return file
      })
    kind.describe = { $0.approval = [.major] }
    return kind
  }()
}

extension ReferenceFile {
  /// Adds the version of a runtime: `22`, `v22.1.0`, `22.x`.
  ///
  /// - Parameters:
  ///   - runtime: the runtime.
  ///   - range: the bytes of the version.
  ///   - source: the file.
  ///   - adjust: sets what else is known of the use.
  mutating func add(
    _ runtime: VersionSource.Runtime, at range: Range<Int>, in source: SourceText,
    _ adjust: (inout ListedUse) -> Void = { _ in }
  ) {
    var range = range
    // In `20.x` and `ruby-3.3.0` the number is a part.
    while [".x", ".*"].contains(where: { source[range].hasSuffix($0) }) {
      range = range.lowerBound..<(range.upperBound - 2)
    }
    if source[range].hasPrefix("\(runtime.rawValue)-") {
      range = (range.lowerBound + runtime.rawValue.utf8.count + 1)..<range.upperBound
    }
    var use = ListedUse(runtime.rawValue, at: range, in: source, from: .runtime(runtime))
    use.keepsPrecision = true
    adjust(&use)
    guard let number = use.number, number.written(like: number, keepsPrecision: false) != nil,
      use.current.first.map({ $0.isNumber || $0 == "v" }) ?? false
    else {
      return refuse(
        "\(runtime.rawValue) \(source[range])", "isn't a version that can be compared",
        at: use.location)
    }
    listed.append(use)
  }
}
