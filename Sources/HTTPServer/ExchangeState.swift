/// How far one request has come, and what has to be done next: a pure state machine.
///
///     receiving -> handling -> answered -> sending
///         |            |           ^
///         |            +- too late +
///         +- too large, no room -> refused
struct ExchangeState {
  /// Where the request stands.
  enum Stage {
    case receiving
    /// The rest of the body is read over; then comes the refusal.
    case refusing(ServerResponse)
    case handling
    /// The handler's answer waits for the library to ask for it.
    case answered(ServerResponse)
    case sending
  }

  /// What the library's callback has to do.
  enum Action: Equatable {
    /// Nothing: more will come.
    case proceed
    /// Hold the connection and call the handler with this body.
    case handle([UInt8])
    /// Queue this answer.
    case answer(ServerResponse)
    /// Cut the connection: the library asks what cannot be asked now.
    case cut
  }

  private(set) var stage = Stage.receiving
  private var body: [UInt8] = []
  private var hasHead = false
  let bodyLimit: Int

  /// Begins to receive.
  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// The bytes of the body that are held.
  var heldBytes: Int { body.count }

  /// The head has arrived, with the length and the coding of the body that it announces.
  mutating func receiveHead(contentLength: Int?, isCoded: Bool) -> Action {
    hasHead = true
    guard let contentLength else { return .proceed }
    // Two lengths are how a request is hidden from a proxy inside another one.
    if isCoded { return send(.ambiguous) }
    return contentLength > bodyLimit ? send(.tooLarge) : .proceed
  }

  private mutating func send(_ response: ServerResponse) -> Action {
    stage = .sending
    return .answer(response)
  }

  /// A piece of the body has arrived.
  ///
  /// - Parameters:
  ///   - bytes: the piece.
  ///   - hasRoom: whether the server may hold that many more.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, hasRoom: Bool) {
    guard case .receiving = stage else { return }
    if bytes.count > bodyLimit - body.count {
      refuse(.tooLarge)
    } else if !hasRoom {
      refuse(.tooBusy)
    } else {
      body.append(contentsOf: bytes)
    }
  }

  private mutating func refuse(_ response: ServerResponse) {
    stage = .refusing(response)
    body = []
  }

  /// The library asks what comes next, the body being complete; a server that ends handles no more.
  mutating func proceed(isEnding: Bool) -> Action {
    switch stage {
    case .receiving where isEnding: return send(.stopping)
    case .receiving:
      stage = .handling
      defer { body = [] }
      return .handle(body)
    case .refusing(let response), .answered(let response): return send(response)
    case .handling, .sending: return .cut
    }
  }

  /// The handler has answered, or somebody answers in its place.
  ///
  /// - Parameter response: what the client is to get.
  /// - Returns: whether the connection has to be let go on; false where there is an answer already.
  mutating func answer(_ response: ServerResponse) -> Bool {
    guard case .handling = stage else { return false }
    stage = .answered(response)
    return true
  }

  /// Whether the head is known, so that the library's next call is about the body.
  var isPastHead: Bool { hasHead }
}
