import Ecosystem
import JSON
import JavaScript

extension IdealTree {
  /// Computes the flags, and removes extraneous packages and unavailable optional ones.
  func finish() throws(Interruption) {
    fixFlags()
    try pruneFailedOptional()
    try checkPlatform()
    try checkArena()
  }

  private func fixFlags() {
    if isFromLock, isMutated { DepFlags.reset(root) }
    if !isFromLock || isMutated {
      DepFlags.calculate(root)
    } else {
      computeFlags()
      DepFlags.clear(root)
    }
    guard isFromLock else { return }
    let prunesPeers = arena.dialect.has(.prunedPeers)
    for node in root.inventory.nodes
    where node.extraneous || prunesPeers && node.peer && node.optional {
      node.setParent(nil)
    }
  }

  /// Computes the flags of the tree from the lock, which stay if nothing is changed.
  func computeFlags() {
    if areFlagsComputed || isMutated || !isFromLock { return }
    areFlagsComputed = true
    DepFlags.calculate(root, resetRoot: false)
  }

  private func pruneFailedOptional() throws(Interruption) {
    for node in loadFailures.elements {
      guard node.optional else {
        if let failure = node.failure { arena.fail(failure.problem) }
        throw .refused
      }
      let keeps = arena.dialect.has(.inertOptionals)
      for member in optionalSet(of: node).elements {
        if keeps { member.isInert = true } else { member.setParent(nil) }
      }
    }
  }

  /// Refuses a required package for other platforms, as npm on the project's platform does.
  private func checkPlatform() throws(Interruption) {
    guard let platform = arena.peers.platform else { return }
    for node in root.inventory.nodes where !node.optional && !node.isLink {
      guard let problem = platform.objection(to: { node.package.copied[$0] }) else { continue }
      arena.fail(
        Problem(
          .unsolvable, "is required but does not support this platform", subject: node.spec,
          explanation: [problem]))
      throw .refused
    }
  }
}
