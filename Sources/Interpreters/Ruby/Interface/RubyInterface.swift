import Crypto
package import Impact
import Text

/// Reads what a gem offers from the files of its package.
///
/// Pure; what can't be read or goes beyond the limits is a gap.
package struct RubyInterface {
  private let files: [String: [UInt8]]
  private let folders: [String]
  private let limits: ScanLimits
  private var extensions: [(type: String, module: String)] = []
  private var api = PublicAPI(matching: .paths)
  /// The gaps without identities so far.
  private var openGaps: [OpenGap] = []
  /// The names of the constants that each file assigns.
  private var constantsByFile: [String: Set<String>] = [:]

  private struct OpenGap {
    var index: Int
    var path: String
    var text: [UInt8]
    var constants: Set<String>
  }

  /// Supertypes whose methods any object has, or that have hardly any.
  private static let plainTypes: Set<String> = [
    "Object", "BasicObject", "StandardError", "RuntimeError", "ArgumentError", "Exception",
    "Comparable", "Enumerable", "Kernel", "TypeError", "IOError", "NameError", "ScriptError",
  ]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - files: the contents of the package by path.
  ///   - folders: the folders from which files are required, usually `lib`.
  ///   - limits: how much is read.
  package init(files: [String: [UInt8]], folders: [String], limits: ScanLimits) {
    self.files = files
    self.folders = folders
    self.limits = limits
  }

  /// Reads all files that other code can use.
  package mutating func read() -> PublicAPI {
    var (bytes, count) = (0, 0)
    for (path, content) in files.sorted(by: { $0.key < $1.key }) {
      guard let name = requiredName(path) else { continue }
      bytes += content.count
      count += 1
      guard bytes <= limits.bytes, count <= limits.files, content.count <= limits.file,
        api.declarations.count <= limits.declarations
      else {
        api.gaps.append(.init("is larger than what one comparison may read"))
        break
      }
      if !name.isEmpty { api.declarations.append(Declaration(.path, name)) }
      read(path, content)
    }
    identifyGaps()
    addExtension()
    resolveSupertypes()
    addInitializers()
    return api
  }

  /// The name by which a file is required; nil if other code doesn't use it, empty if it is loaded by
  /// the names of its constants.
  private func requiredName(_ path: String) -> String? {
    guard path.hasSuffix(".rb"), !path.contains("/templates/") else { return nil }
    if path.hasPrefix("app/") { return "" }
    let folder = folders.first { path.hasPrefix("\($0)/") }
    return folder.map { String(path.dropFirst($0.utf8.count + 1)) }
  }

  private mutating func read(_ path: String, _ content: [UInt8]) {
    do throws(RubyStop) {
      let scanner = try RubyInterfaceScanner(SourceText(file: path, bytes: content))
      api.declarations += scanner.declarations
      extensions += scanner.extensions
      constantsByFile[path] = Set(
        scanner.declarations.filter { $0.kind == .constant }.map(\.name))
      for gap in scanner.gaps { add(gap, scanner, path) }
    } catch {
      add("has a file that can't be read: `\(path)`", path)
    }
  }

  /// Adds a file that can't be read.
  private mutating func add(_ reason: String, _ path: String) {
    var gap = PublicAPI.Gap(reason)
    gap.identity = Digest(.sha256, of: files[path] ?? []).hexadecimal
    api.gaps.append(gap)
  }

  /// Adds a part that makes names at run time: they follow from its text, and from the values of the
  /// constants that it mentions.
  private mutating func add(
    _ gap: RubyInterfaceScanner.Gap, _ scanner: RubyInterfaceScanner, _ path: String
  ) {
    var result = PublicAPI.Gap("\(gap.reason): `\(path)`")
    let (text, constants) = scanner.text(of: gap)
    openGaps.append(OpenGap(index: api.gaps.count, path: path, text: text, constants: constants))
    result.identity = ""
    api.gaps.append(result)
  }

  /// Gives gaps their identities once all constants are known.
  private mutating func identifyGaps() {
    let values = Set(api.declarations.filter { $0.kind == .constant }.map(\.name))
    let types = Set(api.declarations.filter { $0.kind.isType }.map(\.name))
    for gap in openGaps {
      let own = gap.constants.intersection(values).subtracting(types)
      let isOwn = own.isSubset(of: constantsByFile[gap.path] ?? [])
      // Values from other files aren't compared.
      let text = own.isEmpty ? gap.text : files[gap.path] ?? []
      api.gaps[gap.index].identity =
        isOwn ? "\(gap.path) \(Digest(.sha256, of: text).hexadecimal)" : nil
    }
  }

  /// Code of a native extension can define anything.
  private mutating func addExtension() {
    let endings = [".c", ".cc", ".cpp", ".h", ".hpp", ".rs", ".java", ".so", ".bundle", ".jar"]
    let native = files.filter { file in
      !file.key.hasPrefix("test/") && !file.key.hasPrefix("spec/")
        && endings.contains { file.key.hasSuffix($0) }
    }
    guard !native.isEmpty else { return }
    var gap = PublicAPI.Gap("has a native extension")
    var all: [UInt8] = []
    for (path, content) in native.sorted(by: { $0.key < $1.key }) {
      all += path.utf8 + [0] + content
    }
    gap.identity = Digest(.sha256, of: all).hexadecimal
    api.gaps.append(gap)
  }

  /// Replaces the supertypes as written by the paths of the package's types.
  private mutating func resolveSupertypes() {
    let types = Set(api.declarations.filter(\.namesType).map(\.path))
    func resolved(_ name: String, in path: String) -> String {
      var scope = path[...]
      while true {
        let candidate = scope.isEmpty ? name : "\(scope).\(name)"
        if types.contains(candidate), candidate != path || name == path { return candidate }
        guard !scope.isEmpty else { return name }
        scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
      }
    }
    for index in api.declarations.indices where api.declarations[index].kind.isType {
      let path = api.declarations[index].path
      let names = api.declarations[index].supertypes.map { resolved($0, in: path) }
      api.declarations[index].supertypes = Set(names).subtracting(Self.plainTypes)
      // A module with class methods gives them to what includes it.
      for name in names where types.contains("\(name).ClassMethods") {
        extensions.append((path, "\(name).ClassMethods"))
      }
    }
    for (type, module) in extensions { extend(type, by: resolved(module, in: type), types) }
  }

  /// Adds the methods of a module to those of a type itself.
  private mutating func extend(_ type: String, by module: String, _ types: Set<String>) {
    if types.contains(module) {
      for method in api.declarations where method.kind == .method && method.scope == module {
        guard !method.traits.contains("static") else { continue }
        var own = method
        own.scope = type
        own.traits.insert("static")
        api.declarations.append(own)
      }
    } else if let index = api.declarations.firstIndex(where: {
      $0.kind.isType && $0.path == type
    }) {
      api.declarations[index].supertypes.insert(module)
    }
  }

  /// Every class can be created: as by its own method, that of its superclass, or without arguments.
  private mutating func addInitializers() {
    let all = api.declarations.filter { $0.name == "new" && $0.traits.contains("static") }
    let known = Dictionary(all.map { ($0.scope, $0) }) { first, _ in first }
    let classes = api.declarations.filter { $0.kind == .class }
    let parents = Dictionary(classes.map { ($0.path, $0.supertypes) }) { $0.union($1) }
    var done = Set(known.keys)
    for path in classes.map(\.path) where done.insert(path).inserted {
      var method = Declaration(.method, "new", in: path)
      method.traits = ["static"]
      method.isInferred = true
      var (open, seen) = (Array(parents[path] ?? []), Set([path]))
      if open.isEmpty { method.parameters = [] }
      while let next = open.popLast(), method.parameters == nil {
        guard seen.insert(next).inserted else { continue }
        method.parameters = known[next]?.parameters
        open += parents[next] ?? []
      }
      api.declarations.append(method)
    }
  }
}
