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

/// A kind of file that names the version of a runtime.
private enum RuntimeFile: Sendable {
  /// A file with nothing else.
  case plain(VersionSource.Runtime)
  /// A file of asdf or mise.
  case manager
  /// A `package.json`.
  case package
  /// A Dockerfile.
  case dockerfile
  /// A workflow with actions that set a runtime up.
  case workflow
  /// A Gemfile.
  case gemfile
  /// The lock of a Gemfile.
  case gemLock
  /// A gemspec.
  case gemspec
  /// The manifest of a Swift package.
  case swiftManifest
  /// The lock of Swift packages, which has a digest of manifests.
  case swiftLock
  /// A file that is never updated, with the reason.
  case refused(String)

  init?(of path: String) {
    let name = TreePath.name(of: path)
    switch name {
    case ".nvmrc", ".node-version": self = .plain(.node)
    case ".ruby-version": self = .plain(.ruby)
    case ".swift-version": self = .plain(.swift)
    case ".xcode-version": self = .refused("names Xcode, whose versions no public list has")
    case "package.json": self = .package
    case "Gemfile", "gems.rb": self = .gemfile
    case "Gemfile.lock", "gems.locked": self = .gemLock
    case let name where name.hasSuffix(".gemspec"): self = .gemspec
    case "Package.swift": self = .swiftManifest
    case "Package.resolved": self = .swiftLock
    case "Dockerfile": self = .dockerfile
    case let name where name.hasSuffix(".Dockerfile") || name.hasPrefix("Dockerfile."):
      self = .dockerfile
    default:
      let isManager = VersionManagerFile.paths.contains { path == $0 || path.hasSuffix("/" + $0) }
      let isYAML = name.hasSuffix(".yml") || name.hasSuffix(".yaml")
      if isManager {
        self = .manager
      } else if isYAML, path.hasPrefix(".github/workflows/") {
        self = .workflow
      } else {
        return nil
      }
    }
  }

  func read(_ source: SourceText, into file: inout ReferenceFile) throws(Problem) {
    switch self {
    case .plain(let runtime): file.add(plain: runtime, source)
    case .manager: file.addTools(of: source)
    case .package: try file.addPackageTools(of: source)
    case .dockerfile: file.addRuntimeImages(of: source)
    case .workflow: try file.addSetups(of: source)
    case .gemfile: file.addRuby(ofGemfile: source)
    case .gemLock: file.addRuby(ofLock: source)
    case .gemspec: file.addRuby(ofGemspec: source)
    case .swiftManifest: file.addToolsVersion(of: source)
    case .swiftLock: file.hashesManifests = source.string.contains("\"originHash\"")
    case .refused(let reason):
      file.refuse(
        TreePath.name(of: source.file), reason, at: source.location(at: 0))
    }
  }
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

  /// Adds the version of a file that has nothing else but comments.
  fileprivate mutating func add(plain runtime: VersionSource.Runtime, _ source: SourceText) {
    var start = 0
    while start < source.bytes.count {
      let line = source.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let front = content.drop(while: isSpace)
      if let last = front.lastIndex(where: { !isSpace($0) }) {
        return add(runtime, at: front.startIndex..<(last + 1), in: source)
      }
      start = line.endIndex + 1
    }
  }
}
