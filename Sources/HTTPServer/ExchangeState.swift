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
  private var bodyLimit = 0
  private var expectedLength = 0

  /// The bytes of the body that are held.
  var heldBytes: Int { body.count }

  /// Decides by the head alone whether the body is read.
  mutating func receiveHead(_ announced: AnnouncedBody, _ admission: Admission) -> Action {
    hasHead = true
    switch (admission, announced) {
    case (.answer(let response), .none):
      // The library closes the connection after an answer that comes before the end of a request.
      stage = .refusing(response)
      return .proceed
    case (.answer(let response), _): return refuseBody(response)
    case (.receive(let allowance), .length(let length)) where length > allowance.limit:
      return refuseBody(.tooLarge)
    case (.receive(let allowance), let announced):
      bodyLimit = allowance.limit
      if case .length(let length) = announced { expectedLength = length }
      return .proceed
    }
  }

  /// Refuses an ambiguous head at once; what follows it is not read.
  mutating func refuseHead() -> Action {
    hasHead = true
    return send(.malformed)
  }

  /// Answers before the body, so that the connection cannot go on.
  private mutating func refuseBody(_ response: ServerResponse) -> Action {
    send(response.closing)
  }

  private mutating func send(_ response: ServerResponse) -> Action {
    stage = .sending
    return .answer(response)
  }

  /// Takes a piece of the body.
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
      // Growing step by step would take up to twice the room.
      if body.count > 1 << 16, body.capacity < expectedLength {
        body.reserveCapacity(expectedLength)
      }
      body.append(contentsOf: bytes)
    }
  }

  /// Gives up a body that is still arriving, in favour of others.
  mutating func giveWay() {
    if case .receiving = stage { refuse(.tooBusy) }
  }

  /// Whether pieces of the body are kept.
  var isReceiving: Bool {
    if case .receiving = stage { true } else { false }
  }

  private mutating func refuse(_ response: ServerResponse) {
    stage = .refusing(response)
    body = []
  }

  /// Answers the library's question what comes next, once the body is complete.
  ///
  /// A server that is about to end calls no handler any more.
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
