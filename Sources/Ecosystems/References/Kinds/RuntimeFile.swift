import Ecosystem
import Text

/// A kind of file that names the version of a runtime.
enum RuntimeFile: Sendable {
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
    case .dockerfile: try file.addRuntimeImages(of: source)
    case .workflow: try file.addSetups(of: source)
    case .gemfile: try file.addRuby(ofGemfile: source)
    case .gemLock: try file.addRuby(ofLock: source)
    case .gemspec: try file.addRuby(ofGemspec: source)
    case .swiftManifest: try file.addToolsVersion(of: source)
    case .swiftLock: file.hashesManifests = source.string.contains("\"originHash\"")
    case .refused(let reason):
      file.refuse(
        TreePath.name(of: source.file), reason, at: source.location(at: 0))
    }
  }
}

extension ReferenceFile {
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
