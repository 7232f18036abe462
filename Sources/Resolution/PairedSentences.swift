/// Sentences that combine two facts about the same package.
extension Sentences {
  /// Describes two facts in one clause.
  ///
  /// For example `A depends on both B and C`, or `A depends on B which depends on C`.
  func text(of one: Failure.Fact, and other: Failure.Fact, marks: (String, String) = ("", ""))
    -> String
  {
    both(one, other, marks) ?? through(one, other, marks) ?? through(other, one, (marks.1, marks.0))
      ?? "\(text(of: one))\(marks.0) and \(text(of: other))\(marks.1)"
  }

  /// Combines facts about the same versions by listing their dependencies together.
  private func both(_ one: Failure.Fact, _ other: Failure.Fact, _ marks: (String, String))
    -> String?
  {
    guard let subject = dependency(one)?.subject, subject == dependency(other)?.subject,
      let first = dependency(one)?.objects, let second = dependency(other)?.objects
    else { return nil }
    let verb = isDependency(one) && isDependency(other) ? "depends on" : "requires"
    return "\(self.subject(subject)) \(verb) both \(first)\(marks.0) and \(second)\(marks.1)"
  }

  /// Combines a dependency with a fact about all versions that it allows.
  private func through(_ one: Failure.Fact, _ other: Failure.Fact, _ marks: (String, String))
    -> String?
  {
    guard one.claims.count == 2, let link = one.claims.first(where: { !$0.isPositive }),
      let subject = one.claims.first(where: \.isPositive),
      let next = other.claims.first(where: { $0.package == link.package && $0.isPositive }),
      other.claims.count(where: \.isPositive) == 1, next.versions.isSuperset(of: link.versions),
      next.package != root, let tail = tail(of: other)
    else { return nil }
    let verb = isDependency(one) ? "depends on" : "requires"
    return "\(self.subject(subject)) \(verb) \(object(link))\(marks.0) which \(tail)\(marks.1)"
  }

  private func tail(of fact: Failure.Fact) -> String? {
    switch fact.cause {
    case .noVersions: return "doesn't match any versions"
    case .unusable(let reason): return wording.explanation(of: reason)
    case .root: return nil
    case .dependency, .derived:
      guard let objects = dependency(fact)?.objects else { return "is forbidden" }
      return "\(isDependency(fact) ? "depends on" : "requires") \(objects)"
    }
  }

  private func isDependency(_ fact: Failure.Fact) -> Bool {
    fact.cause == .dependency && fact.claims.count == 2
  }

  /// Splits a fact into one package and its dependencies; nil if it has another form.
  private func dependency(_ fact: Failure.Fact) -> (subject: Failure.Claim, objects: String)? {
    let subjects = fact.claims.filter(\.isPositive)
    let objects = fact.claims.filter { !$0.isPositive }
    guard subjects.count == 1, !objects.isEmpty, isPlain(fact) else { return nil }
    return (subjects[0], objects.map(object).joined(separator: " or "))
  }

  /// Whether the client uses the default sentence for a fact.
  private func isPlain(_ fact: Failure.Fact) -> Bool {
    if case .derived = fact.cause { return true }
    return wording.sentence(for: fact) == nil
  }
}
