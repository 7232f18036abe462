/// Counts the bytes of all bodies in memory, and decides which body to evict when they are too many.
///
/// The largest body of the client with the most bytes is evicted first. So a few clients that fill the
/// budget and wait cannot block a smaller delivery.
struct BodyLedger {
  /// The answer to a request for more bytes.
  struct Decision: Equatable {
    /// Whether the body may grow; false if it was evicted.
    var mayGrow: Bool
    /// The connections whose bodies were evicted.
    var evicted: [UInt] = []
  }

  private struct Entry {
    let limits: BodyLimits
    let client: ClientNetwork
    var bytes = 0
    var isEvictable = true
  }

  private let budget: Int
  private var entries: [UInt: Entry] = [:]
  private var accounts: [String: Int] = [:]
  private var clients: [ClientNetwork: Int] = [:]
  /// The bytes of all bodies.
  private(set) var total = 0

  init(budget: Int) {
    self.budget = budget
  }

  /// Starts to count a body.
  mutating func open(_ id: UInt, _ limits: BodyLimits, from client: ClientNetwork) {
    release(id)
    entries[id] = Entry(limits: limits, client: client)
  }

  /// Asks for more bytes of a body.
  mutating func reserve(_ count: Int, for id: UInt) -> Decision {
    guard let asking = entries[id] else { return Decision(mayGrow: false) }
    add(count, to: id)
    var evicted: [UInt] = []
    while let shortage = shortage(asking.limits) {
      guard let victim = victim(shortage), victim != id else {
        release(id)
        return Decision(mayGrow: false, evicted: evicted)
      }
      release(victim)
      evicted.append(victim)
    }
    return Decision(mayGrow: true, evicted: evicted)
  }

  /// Protects a body from eviction, because a handler uses it.
  mutating func keep(_ id: UInt) {
    entries[id]?.isEvictable = false
  }

  /// Stops counting a body; does nothing for one that is not counted.
  mutating func release(_ id: UInt) {
    guard let bytes = entries[id]?.bytes else { return }
    add(-bytes, to: id)
    entries[id] = nil
  }

  private enum Shortage {
    case everywhere
    case inAccount(String)
  }

  private func shortage(_ limits: BodyLimits) -> Shortage? {
    let used = accounts[limits.account, default: 0]
    if used > limits.budget { return .inAccount(limits.account) }
    return total > budget ? .everywhere : nil
  }

  private func victim(_ shortage: Shortage) -> UInt? {
    let candidates = entries.filter { _, entry in
      guard entry.isEvictable, entry.bytes > 0 else { return false }
      if case .inAccount(let name) = shortage { return entry.limits.account == name }
      return true
    }
    return candidates.max { weight($0.value) < weight($1.value) }?.key
  }

  private func weight(_ entry: Entry) -> (client: Int, own: Int) {
    (clients[entry.client, default: 0], entry.bytes)
  }

  private mutating func add(_ count: Int, to id: UInt) {
    guard let entry = entries[id] else { return }
    entries[id]?.bytes += count
    accounts[entry.limits.account, default: 0] += count
    clients[entry.client, default: 0] += count
    if accounts[entry.limits.account] == 0 { accounts[entry.limits.account] = nil }
    if clients[entry.client] == 0 { clients[entry.client] = nil }
    total += count
  }
}
