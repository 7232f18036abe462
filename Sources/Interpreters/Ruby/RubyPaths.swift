import Ecosystem
import Text

/// Functions of `File`, `Dir` and `Pathname`.
extension RubyInterpreter {
  func file(_ call: RubyInvocation, _ module: String) throws(RubyStop) -> RubyValue? {
    guard let first = call.positional.first?.printed else { return nil }
    switch (module, call.name) {
    case ("File", "open"): return try opened(call, first)
    case ("File", "foreach"), ("IO", "foreach"):
      guard call.block != nil, call.positional.count == 1 else { return nil }
      var lines = call
      lines.name = "each_line"
      lines.positional = []
      return try pathMethod(lines, first)
    case ("Pathname", "new"), ("Pathname", "()"):
      return call.positional.count == 1 ? .path(first) : nil
    case (_, "join"):
      let parts = call.positional.flatMap(\.elements).map(\.printed)
      let known = parts.compactMap(\.self)
      return known.count == parts.count ? .text(Self.join(known)) : nil
    case (_, "expand_path"), (_, "realpath"), (_, "absolute_path"):
      return expand(first, call.positional.dropFirst().first?.printed)
    default:
      var rest = call
      rest.positional.removeFirst()
      return try pathMethod(rest, first)
    }
  }

  /// Evaluates `File.open` with a block that reads: the block gets a `Pathname`.
  private func opened(_ call: RubyInvocation, _ path: String) throws(RubyStop) -> RubyValue? {
    let mode = call.positional.count > 1 ? call.positional[1].name : "r"
    guard let block = call.block, call.positional.count <= 2, let mode, mode.hasPrefix("r"),
      !mode.contains("+")
    else { return nil }
    _ = try contents(path, call.range)
    return try invoke(block, [.path(path)])
  }

  /// Methods of a `Pathname`; those that return a path return a `Pathname`.
  func pathnameMethod(_ call: RubyInvocation, _ path: String) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "join", "/", "+":
      let parts = call.positional.map(\.printed)
      let known = parts.compactMap(\.self)
      guard known.count == parts.count, call.name == "join" || known.count == 1 else { return nil }
      // An absolute component replaces what precedes it.
      let start = known.lastIndex { $0.hasPrefix("/") }
      let all = start.map { Array(known[$0...]) } ?? [path] + known
      return .path(Self.normalized(Self.join(all)))
    case "cleanpath" where call.positional.isEmpty:
      let clean = Self.normalized(path)
      return .path(clean.isEmpty ? "." : clean)
    case "expand_path", "realpath", "dirname", "parent", "basename":
      return try pathMethod(call, path)?.printed.map { .path($0) }
    case "to_path", "to_s": return .text(path)
    default: return try pathMethod(call, path)
    }
  }

  /// Joins paths as `Pathname#+` does: removes `.` and resolves `..`.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in TreePath.parts(of: path) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Evaluates a method of a path.
  private func pathMethod(_ call: RubyInvocation, _ path: String) throws(RubyStop) -> RubyValue? {
    let given = call.positional.count
    switch call.name {
    case "expand_path", "realpath":
      return given <= 1 ? expand(path, call.positional.first?.printed) : nil
    case "dirname", "parent": return given == 0 ? .text(Self.dirname(path)) : nil
    case "basename":
      guard given <= 1, let suffix = call.positional.first.map(\.name) ?? "" else { return nil }
      return .text(Self.basename(path, without: suffix))
    case "extname": return given == 0 ? .text(Self.suffix(of: Self.basename(path))) : nil
    case "readlines", "each_line":
      let lines = RubyInvocation(
        name: "lines", options: call.options, block: call.block, range: call.range)
      return try send(lines, to: .text(try contents(path, call.range)))
    case "read", "binread":
      // Files of a repository that aren't UTF-8 aren't read, so the encoding changes nothing.
      let isKnown = call.options.allSatisfy { ["encoding", "mode"].contains($0.key.name) }
      return given == 0 && isKnown ? .text(try contents(path, call.range)) : nil
    default: return given == 0 && call.options.isEmpty ? try question(call, path) : nil
    }
  }

  private func question(_ call: RubyInvocation, _ path: String) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "exist?", "exists?", "file?", "readable?": existence(path, call)
    case "directory?": .bool(files.resolve(path).map(files.isDirectory) ?? false)
    case "relative?": .bool(!path.hasPrefix("/"))
    case "absolute?": .bool(path.hasPrefix("/"))
    default: nil
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  private static func dirname(_ path: String) -> String {
    let folder = trimmed(RubyFiles.folder(of: trimmed(path)))
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }

  private static func basename(_ path: String, without suffix: String = "") -> String {
    let name = path.slashParts().last.map(String.init) ?? (path.isEmpty ? "" : "/")
    let end = suffix == ".*" ? Self.suffix(of: name) : suffix
    return name.hasSuffix(end) && name != end ? String(name.dropLast(end.count)) : name
  }

  /// Returns the extension with its dot; empty if the name starts with its only dot.
  private static func suffix(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[..<dot].allSatisfy({ $0 == "." }) else {
      return ""
    }
    return String(name[dot...])
  }

  private func existence(_ path: String, _ call: RubyInvocation) -> RubyValue {
    guard let inside = files.resolve(path) else { return .unknown(.bool(false)) }
    return .bool(call.name == "file?" ? files.listing.contains(inside) : files.exists(inside))
  }

  /// Returns the text of a file.
  package func contents(_ path: String, _ range: Range<Int>) throws(RubyStop) -> String {
    guard let inside = files.resolve(path), let text = try files.text(inside) else {
      throw refusal("reads a file that is not in the repository", range)
    }
    return text.string
  }

  /// Joins paths with one slash between them.
  private static func join(_ parts: [String]) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { path, part in
      let left = path.hasSuffix("/") ? String(path.dropLast()) : path
      return left + "/" + (part.hasPrefix("/") ? String(part.dropFirst()) : part)
    }
  }

  private func expand(_ path: String, _ base: String?) -> RubyValue {
    // The home directory is outside of the repository.
    if path.hasPrefix("~") { return .unknown(.text("/home/user" + path.dropFirst())) }
    let start = base.flatMap { files.resolve($0) }
    let whole = base.map { path.hasPrefix("/") ? path : "\($0)/\(path)" } ?? path
    // A path relative to a file, as in `expand_path("../x", __FILE__)`, starts at the file itself.
    if base == nil || start != nil || path.hasPrefix("/"),
      let inside = files.resolve(path, from: start)
    {
      return .text(files.absolute(inside))
    }
    let outside = Self.normalized(whole)
    // Where a relative path outside leads depends on the folder of the repository.
    return whole.hasPrefix("/") ? .text(outside) : .unknown(.text(outside))
  }
}
