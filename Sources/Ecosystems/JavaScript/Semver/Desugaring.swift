/// Turns tokens into comparators: carets, tildes, x-ranges and stars into plain bounds.
///
///     ^1.2.3   ->  >=1.2.3 <2.0.0-0        ~1.2  ->  >=1.2.0 <1.3.0-0
///     1.x      ->  >=1.0.0 <2.0.0-0        <=1.2 ->  <1.3.0-0
struct Desugaring {
  let loose: Bool
  let includePrerelease: Bool
  private var bounds: [Comparator] = []
  private var hasAny = false
  private var isFirst = true
  private var endsInStar = false
  private var isInvalid = false

  /// Starts with no comparator.
  init(loose: Bool, includePrerelease: Bool) {
    self.loose = loose
    self.includePrerelease = includePrerelease
  }

  /// What the tokens mean together; nil where one of them makes the range invalid.
  ///
  /// It is empty where the loose grammar dropped them all.
  var comparators: [Comparator]? {
    if isInvalid { return nil }
    if bounds.contains(.none) { return [.none] }
    return bounds.isEmpty && (hasAny || endsInStar) ? [.any] : bounds
  }

  /// Adds what a token without blanks means.
  mutating func add(_ token: Span<UInt8>) {
    defer { isFirst = false }
    endsInStar = false
    if token.isEmpty {
      addStar()
    } else if token[0] == UInt8(ascii: "^"), let partial = read(token, from: 1) {
      addCaret(partial, identifiers: partial.identifiers(of: token))
    } else if token[0] == UInt8(ascii: "~"), let partial = readTilde(token) {
      addTilde(partial, identifiers: partial.identifiers(of: token))
    } else if let (relation, partial) = readRelation(token) {
      addXRange(relation, partial, token)
    } else {
      addWithoutStar(token)
    }
  }

  private func read(_ token: Span<UInt8>, from start: Int) -> PartialVersion? {
    PartialVersion(token, from: start, to: token.count, loose: loose)
  }

  private func readTilde(_ token: Span<UInt8>) -> PartialVersion? {
    var position = 1
    _ = token.skip(">", at: &position, to: token.count)
    return read(token, from: position)
  }

  /// Reads an operator, maybe empty, and a version.
  private func readRelation(_ token: Span<UInt8>) -> (Relation, PartialVersion)? {
    var position = 0
    let less = token.skip("<", at: &position, to: token.count)
    let greater = !less && token.skip(">", at: &position, to: token.count)
    let equal = token.skip("=", at: &position, to: token.count)
    let sign: Comparator.Operator =
      less
      ? (equal ? .lessOrEqual : .less) : greater ? (equal ? .greaterOrEqual : .greater) : .equal
    return read(token, from: position).map { (sign, $0) }
  }

  private typealias Relation = Comparator.Operator
  private typealias Part = PartialVersion.Part
}

extension Desugaring {
  private var first: [Identifier] { includePrerelease ? [.number(0)] : [] }

  /// Allows what leaves the leftmost number that is not zero.
  private mutating func addCaret(_ version: PartialVersion, identifiers: [Identifier]) {
    let (major, minor, patch) = (version.major, version.minor, version.patch)
    if major.isAny {
      addStar()
      return
    }
    if minor.isAny {
      addBound(.greaterOrEqual, major, .zero, .zero, first)
    } else if patch.isAny {
      addBound(.greaterOrEqual, major, minor, .zero, first)
    } else if version.prerelease != nil {
      addBound(.greaterOrEqual, major, minor, patch, identifiers)
    } else {
      addBound(.greaterOrEqual, major, minor, patch, major.isZero ? first : [])
    }
    if !major.isZero || minor.isAny {
      addUpper(major.next)
    } else if patch.isAny || !minor.isZero {
      addUpper(major, minor.next)
    } else {
      addUpper(major, minor, patch.next)
    }
  }

  /// Allows what leaves the minor number, or the major one where that is all there is.
  private mutating func addTilde(_ version: PartialVersion, identifiers: [Identifier]) {
    let (major, minor, patch) = (version.major, version.minor, version.patch)
    if major.isAny {
      addStar()
    } else if minor.isAny {
      addBound(.greaterOrEqual, major, .zero, .zero, [])
      addUpper(major.next)
    } else {
      let (lowest, named) = patch.isAny ? (.zero, []) : (patch, identifiers)
      addBound(.greaterOrEqual, major, minor, lowest, named)
      addUpper(major, minor.next)
    }
  }

  /// Adds an operator's bound, whose version may have wild parts.
  private mutating func addXRange(
    _ relation: Relation, _ version: PartialVersion, _ token: Span<UInt8>
  ) {
    let (major, minor) = (version.major, version.minor)
    if major.isAny {
      if relation == .greater || relation == .less { append(.none) } else { addStar() }
    } else if !minor.isAny && !version.patch.isAny {
      addPlain(relation, version, token)
    } else if relation == .equal {
      addBound(.greaterOrEqual, major, minor.isAny ? .zero : minor, .zero, first)
      if minor.isAny { addUpper(major.next) } else { addUpper(major, minor.next) }
    } else {
      addWildBound(relation, major, minor)
    }
  }

  /// Moves a bound to where the wild part begins or ends: `>1` is `>=2.0.0`, `<=1` is `<2.0.0-0`.
  private mutating func addWildBound(_ relation: Relation, _ major: Part, _ minor: Part) {
    let moves = relation == .greater || relation == .lessOrEqual
    let isUpper = relation.isUpper
    addBound(
      isUpper ? .less : .greaterOrEqual, moves && minor.isAny ? major.next : major,
      minor.isAny ? .zero : moves ? minor.next : minor, .zero, isUpper ? [.number(0)] : first)
  }

  /// Adds a bound whose version is whole.
  private mutating func addPlain(
    _ relation: Relation, _ version: PartialVersion, _ token: Span<UInt8>
  ) {
    guard loose || version.hasPlainPrefix else {
      isInvalid = true
      return
    }
    guard let whole = version.version(of: token) else {
      isInvalid = true
      return
    }
    let isFirst =
      whole == Version(0, 0, 0, prerelease: first) && version.length == (first.isEmpty ? 5 : 7)
    if relation == .greaterOrEqual && isFirst {
      hasAny = true
    } else {
      append(Comparator(relation, whole))
    }
  }

  /// Takes out the first star with its operator, as node-semver does, and looks once more.
  private mutating func addWithoutStar(_ token: Span<UInt8>) {
    guard let star = token.indices.first(where: { token[$0] == UInt8(ascii: "*") }) else {
      dropUnreadable()
      return
    }
    var start = star
    if start > 0, token[start - 1] == UInt8(ascii: "=") { start -= 1 }
    if start > 0, token[start - 1] == UInt8(ascii: "<") || token[start - 1] == UInt8(ascii: ">") {
      start -= 1
    }
    let rest = token.indices.filter { !(start...star).contains($0) }.map { token[$0] }
    if let (relation, version) = readRelation(rest.span), version.isWhole {
      addPlain(relation, version, rest.span)
    } else {
      dropUnreadable()
    }
  }

  private mutating func dropUnreadable() {
    isInvalid = isInvalid || !loose
  }
}

extension Desugaring {
  /// Allows everything; node-semver loses this between two tokens, for they are joined by blanks.
  private mutating func addStar() {
    endsInStar = true
    hasAny = hasAny || isFirst
  }

  private mutating func append(_ comparator: Comparator) {
    if !bounds.contains(comparator) { bounds.append(comparator) }
  }

  /// Adds `<major.minor.patch-0`: below the first prerelease.
  private mutating func addUpper(_ major: Part, _ minor: Part = .zero, _ patch: Part = .zero) {
    addBound(.less, major, minor, patch, [.number(0)])
  }

  private mutating func addBound(
    _ relation: Relation, _ major: Part, _ minor: Part, _ patch: Part, _ identifiers: [Identifier]
  ) {
    if relation == .greaterOrEqual && major.isZero && minor.isZero && patch.isZero
      && identifiers == first
    {
      hasAny = true
    } else if let major = major.value, let minor = minor.value, let patch = patch.value {
      append(Comparator(relation, Version(major, minor, patch, prerelease: identifiers)))
    } else if [major, minor, patch].contains(.unwritable) {
      dropUnreadable()
    } else {
      isInvalid = true
    }
  }
}
