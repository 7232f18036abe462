import Text

/// Functions on paths and files of the repository.
extension RubyInterpreter {
  func file(_ call: RubyInvocation, _ module: String) throws(RubyStop) -> RubyValue? {
    guard let first = call.positional.first?.printed else { return nil }
    switch call.name {
    case "join": return .text(Self.join(call.positional.compactMap(\.printed)))
    case "expand_path", "realpath", "absolute_path":
      return expand(first, call.positional.dropFirst().first?.printed)
    case "new", "[]": return module == "Pathname" ? .text(first) : nil
    case "foreach", "open": return nil
    default: return try pathMethod(call, first)
    }
  }

  /// Methods of paths: a `Pathname` is taken for its text.
  func pathMethod(_ call: RubyInvocation, _ path: String) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "join", "/":
      return .text(Self.join([path] + call.positional.compactMap(\.printed)))
    case "expand_path", "realpath", "cleanpath": return expand(path, call.positional.first?.printed)
    case "dirname", "parent":
      let folder = Self.folder(of: path)
      return .text(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
    case "basename":
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let suffix = call.positional.last?.name ?? ""
      if suffix == ".*" {
        return .text(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
      }
      return .text(
        !suffix.isEmpty && name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
    case "extname":
      return .text(path.lastIndex(of: ".").map { String(path[$0...]) } ?? "")
    case "exist?", "exists?", "file?", "readable?": return existence(path, call)
    case "directory?": return .bool(files.resolve(path).map(files.isDirectory) ?? false)
    case "read", "binread": return .text(try contents(path, call.range))
    case "readlines", "each_line":
      let lines = RubyInvocation(name: "lines", block: call.block, range: call.range)
      return try stringMethod(lines, RubyString(try contents(path, call.range)))
    case "relative?": return .bool(!path.hasPrefix("/"))
    case "absolute?": return .bool(path.hasPrefix("/"))
    default: return nil
    }
  }

  private func existence(_ path: String, _ call: RubyInvocation) -> RubyValue {
    guard let inside = files.resolve(path) else { return .unknown(.bool(false)) }
    return .bool(call.name == "file?" ? files.listing.contains(inside) : files.exists(inside))
  }

  /// A file's text.
  func contents(_ path: String, _ range: Range<Int>) throws(RubyStop) -> String {
    guard let inside = files.resolve(path), let text = try files.text(inside) else {
      throw refusal("reads a file that is not in the repository", range)
    }
    return text.string
  }

  /// Joins with one slash between.
  private static func join(_ parts: [String]) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { path, part in
      let left = path.hasSuffix("/") ? String(path.dropLast()) : path
      return left + "/" + (part.hasPrefix("/") ? String(part.dropFirst()) : part)
    }
  }

  private func expand(_ path: String, _ base: String?) -> RubyValue {
    let start = base.flatMap { files.resolve($0) }
    // A path relative to a file, as in `expand_path("../x", __FILE__)`, starts at the file itself.
    return files.resolve(path, from: start).map { .text(files.absolute($0)) } ?? .text(path)
  }

  func directory(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "[]", "glob":
      let base = call["base"]?.name.flatMap { files.resolve($0) } ?? files.directory
      let patterns = call.positional.flatMap(\.elements).compactMap(\.name)
      let found = patterns.flatMap { glob($0, from: base) }
      guard let block = call.block else { return .array(found.map { .text($0) }) }
      for path in found { _ = try invoke(block, [.text(path)]) }
      return .nil
    case "exist?":
      return .bool(
        call.positional.first?.name.flatMap { files.resolve($0) }.map(files.isDirectory) ?? false)
    case "pwd", "getwd": return .text(files.absolute(files.directory))
    default: return nil
    }
  }

  /// Files and folders that match, sorted, as they would be printed.
  private func glob(_ pattern: String, from base: String) -> [String] {
    let isAbsolute = pattern.hasPrefix("/")
    let prefix = isAbsolute || base.isEmpty ? "" : base + "/"
    let wanted = isAbsolute ? String(pattern.dropFirst(RubyFiles.root.count + 1)) : pattern
    guard !wanted.hasPrefix("../") else { return [] }
    let candidates = files.listing.union(folders)
    return candidates.compactMap { path -> String? in
      guard path.hasPrefix(prefix) else { return nil }
      let inside = String(path.dropFirst(prefix.count))
      guard RubyGlob.matches(wanted, inside) else { return nil }
      return isAbsolute ? files.absolute(path) : inside
    }.sorted()
  }

  private var folders: Set<String> {
    Set(files.listing.map { Self.folder(of: $0) }.filter { !$0.isEmpty })
  }
}
