/// The names of images whose variables have literal defaults, with a tag that has no variable.
extension DockerfileArguments {
  /// Replaces the variables of an operand that has none in its tag, so that the tag can be edited where
  /// it is.
  ///
  ///     ARG HUB=docker.io
  ///     FROM ${HUB}/library/node:22    # `22` is edited, whatever else uses HUB
  ///
  /// - Returns: the name in front of the tag, and the part of the operand behind it; nil if the operand
  ///   has a variable in its tag or no tag, or if a variable has no literal default.
  func resolveName(_ operand: String) -> (before: String, tag: Substring)? {
    let name =
      operand.lastIndex(of: "}").map { operand[operand.index(after: $0)...] }
      ?? operand[operand.startIndex...]
    let behind = name.lastIndex(of: "/").map { name[$0...] } ?? name
    guard let colon = behind.firstIndex(of: ":") else { return nil }
    let tag = operand[operand.index(after: colon)...]
    guard !tag.isEmpty, !tag.contains("$") else { return nil }
    var before = ""
    var rest = operand[..<operand.index(after: colon)]
    while let sign = rest.firstIndex(of: "$") {
      before += rest[..<sign]
      guard let (value, end) = value(of: rest[rest.index(after: sign)...]) else { return nil }
      before += value
      rest = rest[end...]
    }
    return (before + rest, tag)
  }

  /// Returns the default of the variable at the start of a text without its `$`, and where it ends.
  private func value(of text: Substring) -> (String, Substring.Index)? {
    guard text.first == "{" else {
      let name = text.prefix(while: Self.isName)
      return declaredValue(String(name)).map { ($0, name.endIndex) }
    }
    guard let brace = text.firstIndex(of: "}") else { return nil }
    let inner = text[..<brace].dropFirst()
    let name = inner.prefix(while: Self.isName)
    let alternative = inner[name.endIndex...]
    let end = text.index(after: brace)
    if alternative.isEmpty { return declaredValue(String(name)).map { ($0, end) } }
    guard alternative.hasPrefix(":-") || alternative.hasPrefix("-") else { return nil }
    let own = String(alternative.drop { ":-".contains($0) })
    let declared = declaredValue(String(name))
    let isReplaced = declared == nil || declared?.isEmpty == true && alternative.hasPrefix(":")
    return (isReplaced ? own : declared ?? own, end)
  }

  /// The literal default of an argument that is declared once; it can be empty.
  private func declaredValue(_ name: String) -> String? {
    guard let all = texts[name], all.count == 1 else { return nil }
    return all[0]
  }
}
