/// Walks a derivation and writes its lines, following the cases of the paper.
///
/// A derivation can be thousands of facts deep, so the walk uses an explicit stack.
struct ReportWriter<SomeWording: Wording> {
  typealias Failure = Derivation<SomeWording.Package, SomeWording.Versions, SomeWording.Reason>

  /// Pending work.
  ///
  /// The numbers are indices into the derivation's facts.
  private enum Step {
    case visit(Int, isConclusion: Bool)
    case blank
    /// Writes the fact with its reasons.
    case write(Int, Reasons, isConclusion: Bool)
  }

  /// The reasons that a line gives.
  private enum Reasons {
    /// Two branches.
    ///
    /// The second ends in the line just written.
    case branches(Int, Int)
    /// The two lines just written.
    case thus(Int, Int)
    /// The line just written and one more reason.
    case and(Int)
    /// The line just written and two more reasons.
    case andBoth(Int, Int)
    /// These two reasons alone.
    case both(Int, Int)
  }

  private let derivation: Failure
  private let sentences: Sentences<SomeWording>
  private var uses: [Int]
  private var numbers: [Int: Int] = [:]
  private var lines: [Report.Line] = []
  private var steps: [Step] = []

  init(_ derivation: Failure, _ wording: SomeWording) {
    self.derivation = derivation
    sentences = Sentences(wording: wording, root: derivation.root)
    uses = Array(repeating: 0, count: derivation.facts.count)
    for fact in derivation.facts {
      guard case .derived(let conflict, let other) = fact.cause else { continue }
      uses[conflict] += 1
      uses[other] += 1
    }
  }

  mutating func write() -> [Report.Line] {
    let last = derivation.facts.count - 1
    if causes(of: last) == nil {
      let clause = sentences.text(of: derivation.facts[last])
      return [
        Report.Line(number: nil, text: capitalised("because \(clause), version solving failed."))
      ]
    }
    steps = [.visit(last, isConclusion: false)]
    while let step = steps.popLast() {
      switch step {
      case .visit(let index, let isConclusion): visit(index, isConclusion)
      case .blank: lines.append(Report.Line(number: nil, text: ""))
      case .write(let index, let reasons, let isConclusion):
        write(index, reasons, isConclusion)
      }
    }
    return lines
  }

  private func causes(of index: Int) -> (Int, Int)? {
    guard case .derived(let one, let other) = derivation.facts[index].cause else { return nil }
    return (one, other)
  }

  private mutating func visit(_ index: Int, _ isConclusion: Bool) {
    guard let (one, other) = causes(of: index), numbers[index] == nil else { return }
    let last = { (reasons: Reasons) in Step.write(index, reasons, isConclusion: isConclusion) }
    switch (causes(of: one), causes(of: other)) {
    case (nil, nil): plan(last(.both(one, other)))
    case (.some, .some): planBranches(one, other, last)
    case (.some, nil): planChain(derived: one, external: other, last)
    case (nil, .some): planChain(derived: other, external: one, last)
    }
  }

  /// Schedules steps in the given order.
  private mutating func plan(_ planned: Step...) {
    steps += planned.reversed()
  }

  private mutating func planBranches(_ one: Int, _ other: Int, _ last: (Reasons) -> Step) {
    switch (numbers[one], numbers[other]) {
    case (.some, .some): plan(last(.both(one, other)))
    case (.some, nil): plan(.visit(other, isConclusion: false), last(.and(one)))
    case (nil, .some): plan(.visit(one, isConclusion: false), last(.and(other)))
    case (nil, nil):
      if isSingleLine(one) || isSingleLine(other) {
        let (complex, simple) = isSingleLine(other) ? (one, other) : (other, one)
        plan(
          .visit(complex, isConclusion: false), .visit(simple, isConclusion: false),
          last(.thus(one, other)))
      } else {
        plan(
          .visit(one, isConclusion: true), .blank, .visit(other, isConclusion: false),
          last(.branches(one, other)))
      }
    }
  }

  private mutating func planChain(derived: Int, external: Int, _ last: (Reasons) -> Step) {
    if numbers[derived] != nil { return plan(last(.both(external, derived))) }
    guard let (one, other) = causes(of: derived), uses[derived] == 1,
      (causes(of: one) == nil) != (causes(of: other) == nil)
    else { return plan(.visit(derived, isConclusion: false), last(.and(external))) }
    let (prior, reason) = causes(of: one) != nil ? (one, other) : (other, one)
    if numbers[prior] != nil {
      return plan(.visit(derived, isConclusion: false), last(.and(external)))
    }
    plan(.visit(prior, isConclusion: false), last(.andBoth(reason, external)))
  }

  private func isSingleLine(_ index: Int) -> Bool {
    guard let (one, other) = causes(of: index) else { return true }
    return causes(of: one) == nil && causes(of: other) == nil
  }

  private mutating func write(_ index: Int, _ reasons: Reasons, _ isConclusion: Bool) {
    let clause = sentences.text(of: derivation.facts[index])
    let text = "\(opening(of: index, reasons, isConclusion))\(clause)."
    var number: Int?
    if isConclusion || uses[index] > 1 {
      number = numbers.count + 1
      numbers[index] = number
    }
    lines.append(Report.Line(number: number, text: capitalised(text)))
  }

  private func opening(of index: Int, _ reasons: Reasons, _ isConclusion: Bool) -> String {
    let isLast = isConclusion || index == derivation.facts.count - 1
    let joint = isLast ? "so, because" : "and because"
    return switch reasons {
    case .branches(let one, let other), .thus(let one, let other):
      if numbers[one] != nil, numbers[other] != nil {
        "because \(clause(one, other)), "
      } else if case .thus = reasons {
        "thus, "
      } else {
        "\(joint) \(clause(one))\(mark(one)), "
      }
    case .and(let one): "\(joint) \(clause(one))\(mark(one)), "
    case .andBoth(let one, let other): "\(joint) \(clause(one, other)), "
    case .both(let one, let other): "because \(clause(one, other)), "
    }
  }

  private func clause(_ index: Int) -> String { sentences.text(of: derivation.facts[index]) }

  private func clause(_ one: Int, _ other: Int) -> String {
    sentences.text(
      of: derivation.facts[one], and: derivation.facts[other], marks: (mark(one), mark(other)))
  }

  private func mark(_ index: Int) -> String { numbers[index].map { " (\($0))" } ?? "" }

  private func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
