/// Two facts in one breath, where they share a package.
extension Sentences {
  /// Tells two facts together, `A depends on both B and C`, `A depends on B which depends on C`.
  func text(of one: Told.Fact, and other: Told.Fact, marks: (String, String) = ("", "")) -> String {
    both(one, other, marks) ?? through(one, other, marks) ?? through(other, one, (marks.1, marks.0))
      ?? "\(text(of: one))\(marks.0) and \(text(of: other))\(marks.1)"
  }

  /// Tells facts about the same versions: what they need is put side by side.
  private func both(_ one: Told.Fact, _ other: Told.Fact, _ marks: (String, String)) -> String? {
    guard let subject = need(one)?.subject, subject == need(other)?.subject,
      let first = need(one)?.objects, let second = need(other)?.objects
    else { return nil }
    let verb = isDependency(one) && isDependency(other) ? "depends on" : "requires"
    return "\(self.subject(subject)) \(verb) both \(first)\(marks.0) and \(second)\(marks.1)"
  }

  /// Tells a need and what comes of it: the versions needed are all subject to the second fact.
  private func through(_ one: Told.Fact, _ other: Told.Fact, _ marks: (String, String)) -> String? {
    guard one.claims.count == 2, let link = one.claims.first(where: { !$0.isPositive }),
      let subject = one.claims.first(where: \.isPositive),
      let next = other.claims.first(where: { $0.package == link.package && $0.isPositive }),
      other.claims.count(where: \.isPositive) == 1, next.versions.isSuperset(of: link.versions),
      next.package != root, let tail = tail(of: other)
    else { return nil }
    let verb = isDependency(one) ? "depends on" : "requires"
    return "\(self.subject(subject)) \(verb) \(object(link))\(marks.0) which \(tail)\(marks.1)"
  }

  private func tail(of fact: Told.Fact) -> String? {
    switch fact.cause {
    case .noVersions: return "doesn't match any versions"
    case .unusable(let reason): return words.explanation(of: reason)
    case .root: return nil
    case .dependency, .derived:
      guard let objects = need(fact)?.objects else { return "is forbidden" }
      return "\(isDependency(fact) ? "depends on" : "requires") \(objects)"
    }
  }

  private func isDependency(_ fact: Told.Fact) -> Bool {
    fact.cause == .dependency && fact.claims.count == 2
  }

  /// Reads a fact as one package needing others; nil where it is nothing of the kind.
  private func need(_ fact: Told.Fact) -> (subject: Told.Claim, objects: String)? {
    let subjects = fact.claims.filter(\.isPositive)
    let objects = fact.claims.filter { !$0.isPositive }
    guard subjects.count == 1, !objects.isEmpty, isPlain(fact) else { return nil }
    return (subjects[0], objects.map(object).joined(separator: " or "))
  }

  /// Whether the client leaves the fact to the usual sentence.
  private func isPlain(_ fact: Told.Fact) -> Bool {
    if case .derived = fact.cause { return true }
    return words.sentence(for: fact) == nil
  }
}
