import Text

/// Path functions of Node's `path` module on POSIX; they never read a file system.
package enum Paths {
  /// Returns the absolute path of `relative` from `base`, without `.` and `..`.
  package static func resolve(_ base: String, _ relative: String) -> String {
    normalize(relative.utf8.first == slash ? relative : base + "/" + relative)
  }

  /// Removes `.`, `..` and doubled slashes from an absolute path.
  package static func normalize(_ path: String) -> String {
    if isNormal(path) { return path }
    var parts: [Substring] = []
    for part in TreePath.parts(of: path) where part != "." {
      if part == ".." {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a path is absolute, without empty parts, `.` and `..`.
  private static func isNormal(_ path: String) -> Bool {
    path.utf8.first == slash && isPlain(path.utf8.span, from: 1)
  }

  /// Whether a path is relative, without empty parts, `.` and `..`.
  package static func isPlain(_ path: String) -> Bool { isPlain(path.utf8.span, from: 0) }

  private static func isPlain(_ path: Span<UInt8>, from start: Int) -> Bool {
    var size = 0
    var hasOnlyDots = true
    for index in start..<path.count {
      if path[index] == slash {
        if hasOnlyDots, size < 3 { return false }
        size = 0
        hasOnlyDots = true
      } else {
        size += 1
        hasOnlyDots = hasOnlyDots && path[index] == UInt8(ascii: ".")
      }
    }
    return !hasOnlyDots || size > 2
  }

  /// Returns the package folder's name after the last `node_modules/`; nil without one.
  package static func folderName(of location: String) -> String? {
    let path = location.utf8.span
    var position = path.count
    while let last = lastSlash(in: path, before: position) {
      if isModules(path, before: last) {
        return String(Substring(location.utf8.dropFirst(last + 1)))
      }
      position = last
    }
    return nil
  }

  private static func lastSlash(in path: Span<UInt8>, before end: Int) -> Int? {
    var position = end - 1
    while position >= 0, path[position] != slash { position -= 1 }
    return position < 0 ? nil : position
  }

  /// Whether the text before an offset ends with `node_modules`.
  private static func isModules(_ path: Span<UInt8>, before end: Int) -> Bool {
    let name = "node_modules"
    return path.hasBytes(of: name.utf8.span, at: end - name.utf8.count)
  }

  /// Counts the parts named `node_modules`.
  package static func depth(of location: String) -> Int {
    if !location.utf8.contains(UInt8(ascii: "_")) { return 0 }
    return location.utf8.split(separator: slash).count { $0.elementsEqual("node_modules".utf8) }
  }

  /// Returns the relative path from one absolute, normal path to another.
  package static func relative(_ from: String, _ to: String) -> String {
    if from == to { return "" }
    if let rest = tail(of: to, below: from) { return rest }
    let start = TreePath.parts(of: from)
    let end = TreePath.parts(of: to)
    var shared = 0
    while shared < min(start.count, end.count), start[shared] == end[shared] { shared += 1 }
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    return (up + end[shared...]).joined(separator: "/")
  }

  /// Returns the rest of a path after `folder/`; nil if the folder does not contain it.
  package static func tail(of path: String, below folder: String) -> String? {
    let bytes = path.utf8
    guard bytes.count > folder.utf8.count, bytes.starts(with: folder.utf8) else { return nil }
    let next = bytes.index(bytes.startIndex, offsetBy: folder.utf8.count)
    guard bytes[next] == slash else { return nil }
    return String(path[path.utf8.index(after: next)...])
  }

  /// Whether a path starts with the characters of `folder`, like JavaScript's `startsWith`.
  package static func starts(_ path: String, with folder: String) -> Bool {
    path.utf8.starts(with: folder.utf8)
  }

  /// Returns the parent folder of a path; `.` for a relative path without a slash.
  package static func dirname(_ path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    return last == path.startIndex ? "/" : String(path[..<last])
  }

  /// Returns the parent folder of a relative path: the empty text for the root, nil above it.
  package static func folder(of location: String) -> String? {
    if location.isEmpty { return nil }
    return location.utf8.lastIndex(of: slash).map { String(location[..<$0]) } ?? ""
  }

  /// Appends a name to a relative folder, which is empty for the root.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// Returns the last part of a path.
  package static func basename(_ path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: last)...])
  }

  /// Returns the package name for a folder: its last part, after an `@scope` the last two.
  package static func packageName(of folder: String) -> String { String(nameTail(of: folder)) }

  /// Whether `packageName(of:)` returns this name.
  package static func gives(_ folder: String, _ name: String) -> Bool {
    nameTail(of: folder).utf8.elementsEqual(name.utf8)
  }

  private static func nameTail(of folder: String) -> Substring {
    let path = folder.utf8.span
    guard let last = lastSlash(in: path, before: path.count) else { return folder[...] }
    let start = lastSlash(in: path, before: last).map { $0 + 1 } ?? 0
    let isScoped = start < last && path[start] == UInt8(ascii: "@")
    return Substring(folder.utf8.dropFirst(isScoped ? start : last + 1))
  }

  private static let slash = UInt8(ascii: "/")
}
