package import Impact
package import JSON
import Text

/// Reads what a package of a registry offers from the files of its tarball.
///
/// Pure. Declaration files are preferred; scripts only show names.
package struct ScriptPackage {
  private let name: String
  private let files: [String: [UInt8]]
  private let manifest: JSON.Node
  private let limits: ScanLimits
  /// The bytes of all files of the tarball; nil if they aren't known.
  package var size: Int?
  private var modules: [String: ScriptModule?] = [:]
  private var bytes = 0
  private var isTooLarge = false

  /// The longest chain of files that export each other's names.
  private static let depthLimit = 40

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - name: the name by which other code imports the package.
  ///   - files: the contents of declaration files, scripts and manifests by path.
  ///   - manifest: the root of `package.json`.
  ///   - limits: how much is read.
  package init(
    name: String, files: [String: [UInt8]], manifest: JSON.Node, limits: ScanLimits
  ) {
    self.name = name
    self.files = files
    self.manifest = manifest
    self.limits = limits
  }

  /// Returns the name by which sources import a package: that of the described one for `@types`.
  package static func importedName(of package: String) -> String {
    guard package.hasPrefix("@types/") else { return package }
    let parts = package.dropFirst("@types/".count).split(separator: "__", maxSplits: 1)
    return parts.count == 2 ? "@\(parts[0])/\(parts[1])" : parts.joined()
  }

  /// The paths by which other code can import parts of the package, with the files behind them.
  package var entries: [String: String] {
    var entries: [String: String] = [:]
    if let exports = manifest["exports"], exports.kind == .object || exports.kind == .string {
      let isMap = exports.kind == .object && exports.members.contains { $0.key.hasPrefix(".") }
      let members = isMap ? exports.members.map { ($0.key, $0.value) } : [(".", exports)]
      for (key, value) in members where !key.contains("*") {
        guard let file = target(value), let path = existing(file) else { continue }
        entries[key == "." ? name : name + key.dropFirst()] = path
      }
    } else {
      let fields = ["types", "typings", "module", "main"].compactMap { manifest[$0]?.string }
      let main = (fields + ["index"]).lazy.compactMap { existing($0) }.first
      if let main { entries[name] = main }
    }
    return entries
  }

  /// Returns the file of a condition, declaration files first.
  private func target(_ node: JSON.Node, depth: Int = 0) -> String? {
    if let text = node.string { return text }
    guard node.kind == .object, depth < 8 else { return nil }
    for key in ["types", "import", "module", "default", "require", "node"] {
      if let found = node[key].flatMap({ target($0, depth: depth + 1) }) { return found }
    }
    return nil
  }

  /// Returns the declaration file, or else the script, that a path means.
  private func existing(_ path: String, from folder: String = "") -> String? {
    guard let plain = TreePath.normalized(path, in: folder) else { return nil }
    var stems = [plain]
    for ending in [".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"] where plain.hasSuffix(ending)
    {
      stems.append(String(plain.dropLast(ending.count)))
    }
    let endings = [".d.ts", ".d.mts", ".d.cts", "/index.d.ts", ".js", ".mjs", ".cjs", "/index.js"]
    for ending in endings {
      let prefix = plain.isEmpty ? String(ending.drop { $0 == "/" }) : nil
      for stem in stems.reversed() where files[prefix ?? stem + ending] != nil {
        return prefix ?? stem + ending
      }
    }
    return files[plain] == nil || plain.hasSuffix(".json") ? nil : plain
  }

  /// Reads some of the modules.
  package mutating func read(_ wanted: Set<String>) -> PublicAPI {
    var api = PublicAPI(matching: .names)
    let entries = entries
    api.modules = Set(entries.keys)
    for module in wanted.sorted() {
      var path = Declaration(.path, module)
      path.isInferred = false
      guard let file = entries[module] else {
        if isOpen { api.gaps.append(.init("has paths that are not listed")) }
        continue
      }
      api.declarations.append(path)
      read(file, as: module, into: &api)
    }
    if isTooLarge { api.gaps.append(.init("is larger than what one comparison may read")) }
    addFacts(to: &api)
    api.size = size
    return api
  }

  /// Whether any file can be imported by its path.
  private var isOpen: Bool {
    manifest["exports"] == nil
      || manifest["exports"]?.members.contains { $0.key.contains("*") } == true
  }

  private func addFacts(to api: inout PublicAPI) {
    if let engines = manifest["engines"] {
      for member in engines.members where ["node", "npm"].contains(member.key) {
        api.needs[member.key] = member.value.string
      }
    }
    if let licence = manifest["license"]?.string { api.facts["the licence"] = licence }
    if manifest["type"]?.string == "module", manifest["exports"]?.mentions("require") != true {
      api.needs["a project that imports ES modules, since it is"] = "only one"
    }
  }

  private mutating func read(_ file: String, as module: String, into api: inout PublicAPI) {
    var visited: Set<String> = []
    var names: [String: [Declaration]] = [:]
    var members: [String: [Declaration]] = [:]
    collect(file, into: &names, &members, &visited, &api, depth: 0)
    if !file.hasTypes {
      var gap = PublicAPI.Gap("has no type declarations, so that only names could be compared")
      gap.isShallow = true
      api.gaps.append(gap)
    }
    for (name, found) in names.sorted(by: { $0.key < $1.key }) where name != "=" {
      for var declaration in found {
        declaration.name = "\(module)#\(name)"
        api.declarations.append(declaration)
      }
    }
    for (_, found) in members.sorted(by: { $0.key < $1.key }) { api.declarations += found }
    if names.isEmpty { api.gaps.append(.init("has no exports that could be read in `\(file)`")) }
  }

  /// Adds the exports of a file, and those of the files that it exports again.
  private mutating func collect(
    _ file: String, into names: inout [String: [Declaration]],
    _ members: inout [String: [Declaration]], _ visited: inout Set<String>,
    _ api: inout PublicAPI, depth: Int
  ) {
    guard visited.insert(file).inserted, depth < Self.depthLimit else { return }
    guard let module = module(file) else {
      api.gaps.append(.init("has a file that can't be read: `\(file)`"))
      return
    }
    if let obstacle = module.obstacle { api.gaps.append(.init(obstacle)) }
    for (name, found) in module.members where members[name] == nil { members[name] = found }
    for export in module.exports where names[export.name] == nil || export.name == "=" {
      if export.name == "=", case .local(let local) = export.origin {
        for member in module.members[local] ?? [] {
          var member = member
          member.scope = ""
          names[member.name, default: []].append(member)
        }
        continue
      }
      names[export.name] = resolve(export.origin, in: file, module, &members, &api, depth)
    }
    for other in module.reexports {
      guard let next = existing(other, from: TreePath.folder(of: file)), other.hasPrefix(".") else {
        api.gaps.append(.init("exports the names of `\(other)`"))
        continue
      }
      collect(next, into: &names, &members, &visited, &api, depth: depth + 1)
    }
  }

  private mutating func resolve(
    _ origin: ScriptModule.Origin, in file: String, _ module: ScriptModule,
    _ members: inout [String: [Declaration]], _ api: inout PublicAPI, _ depth: Int
  ) -> [Declaration] {
    switch origin {
    case .local(let name):
      if let found = module.declarations[name] { return found }
      if let imported = module.imports[name], depth < Self.depthLimit {
        return resolve(imported, in: file, module, &members, &api, depth + 1)
      }
      return [Declaration(.constant, name)]
    case .other(let name, let other):
      guard other.hasPrefix("."), let next = existing(other, from: TreePath.folder(of: file)),
        depth < Self.depthLimit
      else {
        api.gaps.append(.init("exports `\(name)` of `\(other)`", names: [name]))
        return [Declaration(.constant, name)]
      }
      var names: [String: [Declaration]] = [:]
      var visited: Set<String> = []
      collect(next, into: &names, &members, &visited, &api, depth: depth + 1)
      return names[name] ?? [Declaration(.constant, name)]
    case .namespace(let other):
      api.gaps.append(.init("exports all of `\(other)` as one value", names: []))
      return [Declaration(.module, other)]
    }
  }

  /// Parses a file once.
  private mutating func module(_ file: String) -> ScriptModule? {
    if let known = modules[file] { return known }
    guard let content = files[file], content.count <= limits.file else { return nil }
    bytes += content.count
    guard bytes <= limits.bytes, modules.count < limits.files else {
      isTooLarge = true
      return nil
    }
    let module = ScriptExports(content)?.module
    modules[file] = module
    return module
  }
}

extension String {
  fileprivate var hasTypes: Bool {
    hasSuffix(".d.ts") || hasSuffix(".d.mts") || hasSuffix(".d.cts")
  }
}

extension JSON.Node {
  /// Whether an object has a key, also in an inner object.
  fileprivate func mentions(_ key: String, depth: Int = 0) -> Bool {
    kind == .object && depth < 8
      && members.contains { $0.key == key || $0.value.mentions(key, depth: depth + 1) }
  }
}
