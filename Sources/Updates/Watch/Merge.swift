import Configuration
import Ecosystem
import Forges
import Store

extension Watcher {
  /// Merges what may merge, one after the other, and notes what the others wait for.
  mutating func merge(_ all: inout [Watched]) async throws {
    var line = MergeLine(isStrict: false)
    for index in all.indices where all[index].present?.state == .open {
      guard all[index].isWanted else {
        try await withdraw(&all[index])
        continue
      }
      line.isStrict = try await branchRules().isStrict
      let isLate = line.isStrict && all[..<index].contains { $0.isMergedNow }
      do {
        try await take(&all[index], &line, isLate: isLate)
      } catch let error as ForgeError where !error.isOfHost {
        all[index].problem = error
      }
    }
  }

  private mutating func take(
    _ watched: inout Watched, _ line: inout MergeLine, isLate: Bool
  ) async throws {
    if let obstacle = try await obstacle(of: watched) {
      try await hold(&watched, obstacle)
      return
    }
    if hasOurAutoMerge(watched), try await !mayHostMerge(watched) {
      watched.hold("the forge demands less than martlet waits for")
      try await takeBack(watched)
      watched.forgetAutoMerge()
    }
    let needsRebuild = try await needsRebuild(watched, isLate: isLate)
    let place = MergeLine.Place(
      number: watched.number, isGreen: watched.isGreen, needsRebuild: needsRebuild)
    switch line.turn(of: place) {
    case .merge:
      guard try await finish(&watched) else { return }
      // Others' merges may have brought conflicts that were not known before.
      let turn = line.turn(of: .init(number: watched.number, isGreen: true, needsRebuild: true))
      watched.wait(turn)
    case .wait:
      watched.wait(.wait)
      if try await mayHostMerge(watched) { _ = try await handOver(&watched) }
    case let turn: watched.wait(turn)
    }
  }

  private mutating func obstacle(of watched: Watched) async throws -> MergeObstacle? {
    let hasQueue = try await branchRules().hasMergeQueue
    if let found = watched.obstacle(me: identity.login, branch: branch, hasQueue: hasQueue) {
      return found
    }
    if let reason = try await branchRules().unread { return .unreadRules(reason) }
    let askers =
      try await forge.reviews?.changeRequests(on: watched.number, in: repository) ?? []
    return askers.isEmpty ? nil : .changesRequested(askers)
  }

  private func hold(_ watched: inout Watched, _ obstacle: MergeObstacle) async throws {
    watched.note.mergingNote = obstacle.words
    watched.note.merging = obstacle == .stopped ? .stopped : .waiting
    try await takeBack(watched)
  }

  /// Switches auto-merge off where the repository's file no longer asks for the merge.
  private func withdraw(_ watched: inout Watched) async throws {
    watched.note.merging = .unwanted
    watched.note.mergingNote = ""
    try await takeBack(watched)
  }

  /// Switches our auto-merge off, if it is on.
  ///
  /// The caller sets `note.merging` first, and it is saved before the request: if auto-merge is off
  /// while the note says that it is on, the next pass concludes that a person switched it off.
  private func takeBack(_ watched: Watched) async throws {
    guard hasOurAutoMerge(watched), let merging = forge.automaticMerging else { return }
    try await world.store.save(watched.note)
    try await merging.disableAutoMerge(watched.number, in: repository)
  }

  private func hasOurAutoMerge(_ watched: Watched) -> Bool {
    watched.present?.autoMergeBy == identity.login
  }

  private mutating func needsRebuild(_ watched: Watched, isLate: Bool) async throws -> Bool {
    guard let present = watched.present else { return false }
    if isLate || present.isMergeable == false { return true }
    switch present.mergeState {
    case .behind, .conflicting: return true
    case .clean: return false
    default:
      guard try await branchRules().isStrict,
        let tip = try await forge.head(of: branch, in: repository)
      else { return false }
      return try await !forge.commits(from: present.headSHA, to: tip, in: repository).isEmpty
    }
  }

  /// Merges what is green; returns true if it turns out to conflict.
  private mutating func finish(_ watched: inout Watched) async throws -> Bool {
    let rules = try await branchRules()
    if rules.hasMergeQueue {
      _ = try await handOver(&watched)
      return false
    }
    if watched.present?.mergeState == .blocked {
      watched.hold(
        rules.approvals > 0
          ? "it waits for \(rules.approvals) approving review\(rules.approvals == 1 ? "" : "s")"
          : "a rule of \(branch) is not met yet, such as a review")
      // A host that demands no check would merge at the approval, even if a check is red by then.
      guard try await mayHostMerge(watched), try await handOver(&watched) else { return false }
    }
    return try await mergeNow(&watched)
  }

  /// Merges by the head's name; returns true if it turns out to conflict.
  private func mergeNow(_ watched: inout Watched) async throws -> Bool {
    let method = watched.rules.automerge?.method ?? .merge
    let outcome = try await forge.merge(
      watched.number, at: watched.note.head, by: MergeMethod(method), in: repository)
    switch outcome {
    case .merged: try await bury(&watched)
    case .headMoved:
      watched.hold("its branch moved meanwhile")
      watched.note.isDoubted = true
    case .later(let words):
      watched.hold("the forge is still checking whether it may merge: \(words)")
      watched.note.isDoubted = true
    case .refused(let words):
      return try await hold(&watched, refused: words, isConflicting: false)
    case .conflicting(let words):
      return try await hold(&watched, refused: words, isConflicting: true)
    }
    return false
  }

  /// Records a refusal; returns true if the pull request conflicts.
  ///
  /// The host's answer to a merge may be older than the state that it reports now.
  private func hold(
    _ watched: inout Watched, refused words: String, isConflicting: Bool
  ) async throws -> Bool {
    let now = try await forge.pullRequest(watched.number, in: repository)
    watched.present = now
    if now.state == .merged {
      try await bury(&watched)
      return false
    }
    watched.hold("the forge refuses it: \(words)")
    return now.isMergeable.map { !$0 } ?? isConflicting
  }

  /// Records a merge, whoever made it, and deletes the branch if it is still as martlet left it.
  func bury(_ watched: inout Watched) async throws {
    // The branch goes first: were it the other way round, a crash between would leave it behind.
    if !watched.record.head.isEmpty {
      _ = try await forge.deleteBranch(
        watched.record.branch, at: watched.record.head, in: repository)
    }
    watched.note.merging = .merged
    watched.note.mergingNote = ""
    watched.isMergedNow = true
    watched.record.state = .merged
    watched.record.updatedAt = world.now()
    try await world.store.save(watched.record)
  }
}

extension Watched {
  mutating func hold(_ words: String) {
    note.merging = .waiting
    note.mergingNote = words
  }

  /// Notes that auto-merge is off.
  fileprivate mutating func forgetAutoMerge() {
    present?.hasAutoMerge = false
    present?.autoMergeBy = nil
  }

  /// Notes what the line says.
  fileprivate mutating func wait(_ turn: MergeLine.Turn) {
    switch turn {
    case .merge, .wait: hold("its checks are not done")
    case .rebuild:
      note.merging = .behind
      note.mergingNote = "it is rebuilt on its base first"
    case .queue(let other):
      note.merging = .queued
      note.mergingNote = "#\(other) merges first"
    }
  }
}

extension MergeMethod {
  init(_ method: Automerge.Method) {
    self =
      switch method {
      case .merge: .merge
      case .squash: .squash
      case .rebase: .rebase
      }
  }
}

extension ForgeError {
  /// Whether it is about the whole host or the credential, so that going on makes no sense.
  var isOfHost: Bool {
    switch code {
    case .rateLimited, .unauthorized, .cancelled: true
    default: false
    }
  }
}
