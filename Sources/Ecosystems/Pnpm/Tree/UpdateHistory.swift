/// When the steps of a resolution see what other steps updated.
///
/// A locked version is given up if an earlier step updated a package of this name. pnpm resolves
/// many steps at the same time, so the answers of the registry decide which of them is earlier:
///
///     app > a > b > leaf *     updates leaf as soon as all documents of b's dependencies are there
///     app > c > d > leaf *     keeps its locked leaf if those of d's come first
///
/// Where that could matter, a resolution is repeated in both extreme orders.
enum UpdateOrder {
  /// The order of answers that all take equally long.
  case usual
  /// A step sees only what must have been updated before.
  case earliest
  /// A step sees everything that can have been updated before, with what other runs updated.
  case latest(UpdateLog)
}

/// What the steps of a resolution updated so far, and what each of them sees of it.
struct UpdateHistory {
  let order: UpdateOrder
  let version: PnpmVersion
  /// The updated aliases.
  private(set) var names: Set<String> = []
  private(set) var log: UpdateLog
  private var round = 0
  private var stage = 0
  private var count = 0
  /// Whether the steps that are entered begin together with the stage.
  private var isBeginning = true

  init(_ order: UpdateOrder, _ version: PnpmVersion) {
    self.order = order
    self.version = version
    log = UpdateLog(version)
  }

  /// Begins a stage, whose steps come after all earlier ones.
  mutating func beginStage() {
    stage += 1
    isBeginning = true
  }

  /// Enters a new step.
  mutating func enter(_ step: Step, needs: StepNeeds) {
    count += 1
    let isExact = stage == 0 || isBeginning && step.depth == 0
    step.moment = StepMoment(step, stage: stage, number: count, isExact: isExact, needs: needs)
    if isExact || version.has(.resolvesByPath) || step.depth < 2 { step.updatedNames = names }
  }

  /// Begins a round: the steps of one depth.
  mutating func begin(_ steps: [Step]) {
    round += 1
    isBeginning = false
    for step in steps {
      step.moment?.round = round
      if step.updatedNames == nil { step.updatedNames = names }
    }
  }

  /// Adds an alias that a step updated.
  mutating func add(_ alias: String, by step: Step) {
    names.insert(alias)
    if let moment = step.moment { log.add(alias, at: moment) }
  }

  /// Whether a step sees that another one updated the locked package of a requirement.
  mutating func contains(_ name: String, for wanted: Wanted, in step: Step) -> Bool {
    let isUsual = (step.updatedNames ?? names).contains(name)
    guard let moment = step.moment, !moment.isExact else { return isUsual }
    switch order {
    case .usual:
      log.ask(for: name, UpdateQuestion(wanted: wanted, step: step, moment: moment))
      return isUsual
    case .earliest: return log.mustHave(name, before: moment)
    case .latest(let other):
      return isUsual || log.canHave(name, before: moment) || other.canHave(name, before: moment)
    }
  }
}

/// A requirement whose locked version is given up if an earlier step updated the package.
struct UpdateQuestion {
  let wanted: Wanted
  let step: Step
  let moment: StepMoment
}

/// The updates of a resolution, and the steps that asked for them.
struct UpdateLog {
  private let version: PnpmVersion
  private var updates: [String: [StepMoment]] = [:]
  /// The steps that don't surely come after an update of the package.
  private var questions: [String: [UpdateQuestion]] = [:]

  init(_ version: PnpmVersion) {
    self.version = version
  }

  /// The updated aliases.
  var names: Set<String> { Set(updates.keys) }

  mutating func add(_ alias: String, at moment: StepMoment) {
    updates[alias, default: []].append(moment)
  }

  mutating func add(_ other: UpdateLog) {
    updates.merge(other.updates) { $0 + $1 }
  }

  mutating func ask(for name: String, _ question: UpdateQuestion) {
    if mustHave(name, before: question.moment) { return }
    questions[name, default: []].append(question)
  }

  /// The packages that a step keeps or updates depending on the order, by name.
  var uncertain: [(name: String, questions: [UpdateQuestion])] {
    updates.keys.sorted().compactMap { name in
      let open = (questions[name] ?? []).filter { canHave(name, before: $0.moment) }
      return open.isEmpty ? nil : (name, open)
    }
  }

  /// Whether a package must have been updated before a step.
  func mustHave(_ name: String, before step: StepMoment) -> Bool {
    (updates[name] ?? []).contains { $0.mustPrecede(step, version) }
  }

  /// Whether a package can have been updated before a step.
  func canHave(_ name: String, before step: StepMoment) -> Bool {
    (updates[name] ?? []).contains { $0.canPrecede(step, version) }
  }
}
