/// The progress of one request, as a pure state machine.
///
///     receiving -> handling -> answered -> sending
///         |            |           ^
///         |            +- too late +
///         +- too large, no room -> refused
struct ExchangeState {
  /// A stage of the request.
  enum Stage {
    case receiving
    /// The rest of the body is discarded; then the refusal is sent.
    case refusing(ServerResponse)
    case handling
    /// The handler's response waits until the library accepts it.
    case answered(ServerResponse)
    case sending
  }

  /// An action for the library's callback.
  enum Action: Equatable {
    /// Wait for the next call.
    case proceed
    /// Suspend the connection and call the handler with this body.
    case handle([UInt8])
    /// Queue this response.
    case answer(ServerResponse)
    /// Close the connection: the call is invalid in this stage.
    case cut
  }

  private(set) var stage = Stage.receiving
  private var body: [UInt8] = []
  private var hasHead = false
  private var bodyLimit = 0
  private var expectedLength = 0

  /// The bytes of the body in memory.
  var heldBytes: Int { body.count }

  /// Decides by the head whether the body is read.
  mutating func receiveHead(_ announced: AnnouncedBody, _ admission: Admission) -> Action {
    hasHead = true
    switch (admission, announced) {
    case (.answer(let response), .none):
      // The library closes the connection after a response before the end of a request.
      stage = .refusing(response)
      return .proceed
    case (.answer(let response), _): return refuseBody(response)
    case (.receive(let limits), .length(let length)) where length > limits.limit:
      return refuseBody(.tooLarge)
    case (.receive(let limits), let announced):
      bodyLimit = limits.limit
      if case .length(let length) = announced { expectedLength = length }
      return .proceed
    }
  }

  /// Refuses an ambiguous head at once, without reading further.
  mutating func refuseHead() -> Action {
    hasHead = true
    return send(.malformed)
  }

  /// Answers before the body was read, so that the connection cannot be reused.
  private mutating func refuseBody(_ response: ServerResponse) -> Action {
    send(response.closing)
  }

  private mutating func send(_ response: ServerResponse) -> Action {
    stage = .sending
    return .answer(response)
  }

  /// Handles a piece of the body.
  ///
  /// - Parameters:
  ///   - bytes: the piece.
  ///   - hasRoom: whether the server has memory for it.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, hasRoom: Bool) {
    guard case .receiving = stage else { return }
    if bytes.count > bodyLimit - body.count {
      refuse(.tooLarge)
    } else if !hasRoom {
      refuse(.tooBusy)
    } else {
      // Growing step by step would take up to twice the memory.
      if body.count > 1 << 16, body.capacity < expectedLength {
        body.reserveCapacity(expectedLength)
      }
      body.append(contentsOf: bytes)
    }
  }

  /// Discards a body that is still arriving, to make room for others.
  mutating func evict() {
    if case .receiving = stage { refuse(.tooBusy) }
  }

  /// Whether pieces of the body are stored.
  var isReceiving: Bool {
    if case .receiving = stage { true } else { false }
  }

  private mutating func refuse(_ response: ServerResponse) {
    stage = .refusing(response)
    body = []
  }

  /// Returns the next action after the complete body.
  ///
  /// A server that is shutting down calls no handler.
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

  /// Handles the response of the handler, or one in its place.
  ///
  /// - Parameter response: the response to the client.
  /// - Returns: whether the connection must be resumed; false if there is already a response.
  mutating func answer(_ response: ServerResponse) -> Bool {
    guard case .handling = stage else { return false }
    stage = .answered(response)
    return true
  }

  /// Whether the head was handled, so that the next call is about the body.
  var isPastHead: Bool { hasHead }
}
