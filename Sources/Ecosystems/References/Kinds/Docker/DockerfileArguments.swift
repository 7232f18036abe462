import Text

/// The arguments before the first `FROM`, and the places that use them.
///
///     ARG NODE=22-alpine
///     FROM node:$NODE
///
/// The default of `NODE` is edited, because nothing else uses it.
struct DockerfileArguments {
  /// The default of an argument with its bytes; nil if it can't be edited.
  private struct Default {
    var text: String
    var range: Range<Int>
  }

  private var defaults: [String: [Default?]] = [:]
  /// The defaults as text, also empty ones; nil if a default isn't literal.
  private(set) var texts: [String: [String?]] = [:]
  /// The number of each distinct operand of `FROM`.
  private var numbers: [String: Int] = [:]
  /// The numbers of the operands that contain each variable.
  private var operands: [String: Set<Int>] = [:]
  /// The first other use of each variable.
  private var others: [String: Location] = [:]

  /// Adds a word of a global `ARG`: `NODE=22-alpine`.
  mutating func declare(_ word: Dockerfile.Word) {
    let name = String(word.text.prefix { $0 != "=" })
    var value = word.text.dropFirst(name.count + 1)
    var start = word.range.lowerBound + name.utf8.count + 1
    if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote
    {
      value = value.dropFirst().dropLast()
      start += 1
    }
    let isLiteral = !value.contains { "\"'\\$".contains($0) }
    let isPlain = !value.isEmpty && isLiteral
    // Without `=` the value comes from the build.
    let isGiven = word.text.utf8.count > name.utf8.count
    texts[name, default: []].append(isLiteral && isGiven ? String(value) : nil)
    defaults[name, default: []].append(
      isPlain
        ? Default(text: String(value), range: start..<(start + value.utf8.count)) : nil)
  }

  /// Adds an operand of `FROM`.
  mutating func use(in operand: String) {
    let number = numbers[operand] ?? numbers.count
    numbers[operand] = number
    for name in Self.names(in: operand) { operands[name, default: []].insert(number) }
  }

  /// Adds a word of another instruction, or a name that an `ARG` of a stage repeats.
  mutating func addReferences(_ word: String, at location: Location, isDeclaration: Bool) {
    let names = isDeclaration ? [String(word.prefix { $0 != "=" })] : Self.names(in: word)
    for name in names where others[name] == nil { others[name] = location }
  }

  /// Lists the variables of a word: `$A`, `${A}`, `${A:-b}`.
  private static func names(in word: String) -> [String] {
    word.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { part in
      String((part.first == "{" ? part.dropFirst() : part).prefix(while: isName))
    }
  }

  static func isName(_ character: Character) -> Bool {
    character == "_" || (character.isASCII && (character.isLetter || character.isNumber))
  }

  /// Replaces the variable of an operand by its default.
  ///
  /// - Returns: the name of the image, and the bytes and surroundings of the default in it; the
  ///   reason if the operand isn't evaluated.
  func resolve(_ operand: String) -> Result<Resolved, Unresolved> {
    let parts = operand.split(separator: "$", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = Self.names(in: operand).first, parts.count == 2, !parts[1].contains("$") else {
      return .failure(Unresolved(message: "has several variables"))
    }
    let written = parts[1].hasPrefix("{") ? "{\(name)}" : name
    guard parts[1].hasPrefix(written) else {
      return .failure(Unresolved(message: "has a variable with a default of its own"))
    }
    guard let all = defaults[name], all.count == 1, let value = all[0] else {
      var reason = Unresolved(
        message: "has the variable \(name), which no ARG gives a literal default")
      // With a literal tag, only the name in front of it is unknown.
      if parts[1].contains(":") { reason.advice = "write a default: ARG \(name)=docker.io" }
      return .failure(reason)
    }
    if let location = others[name] {
      return .failure(
        Unresolved(message: "has the variable \(name), which is also used at \(location)"))
    }
    if operands[name, default: []].count > 1 {
      return .failure(Unresolved(message: "has the variable \(name), which other images use too"))
    }
    return .success(
      Resolved(
        before: String(parts[0]), text: value.text, range: value.range,
        after: String(parts[1].dropFirst(written.count))))
  }

  /// A name of an image with the default of an argument in it.
  struct Resolved {
    var before: String
    var text: String
    var range: Range<Int>
    var after: String
  }

  /// Why an operand isn't evaluated.
  struct Unresolved: Error {
    /// The predicate of a sentence about the operand.
    var message: String
    /// What to do about it.
    var advice = "write the tag in the FROM itself, or in an ARG that only it uses"
  }
}
