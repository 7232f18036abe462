import Testing

@testable import HTTPServer

@Suite struct `The state of an exchange` {
  /// Performs one step; the macro takes no changing call.
  private func step<T>(_ state: inout ExchangeState, _ body: (inout ExchangeState) -> T) -> T {
    body(&state)
  }

  private func state(limit: Int = 10) -> ExchangeState {
    var state = ExchangeState()
    _ = state.receiveHead(.chunked, .receive(limits(limit)))
    return state
  }

  private func limits(_ limit: Int) -> BodyLimits {
    BodyLimits(limit: limit, account: "", budget: .max)
  }

  private func receive(_ text: String, into state: inout ExchangeState, hasRoom: Bool = true) {
    Array(text.utf8).withUnsafeBytes { state.receive($0, hasRoom: hasRoom) }
  }

  @Test func `a body is gathered, handled once and answered once`() {
    var state = state()
    receive("hello", into: &state)
    receive("world", into: &state)
    #expect(state.heldBytes == 10)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .handle(Array("helloworld".utf8)))
    #expect(state.heldBytes == 0)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .cut)
    #expect(step(&state) { $0.answer(.text("first")) })
    #expect(!step(&state) { $0.answer(.text("second")) })
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.text("first")))
    #expect(step(&state) { $0.proceed(isEnding: false) } == .cut)
    #expect(!step(&state) { $0.answer(.text("third")) })
  }

  @Test func `nothing answers before there is a handler`() {
    var state = state()
    #expect(!step(&state) { $0.answer(.text("early")) })
    #expect(step(&state) { $0.proceed(isEnding: false) } == .handle([]))
  }

  @Test func `what is over the bound is let go, and the rest is read over`() {
    var state = state()
    receive("hello", into: &state)
    receive("world!", into: &state)
    #expect(state.heldBytes == 0)
    receive("more", into: &state)
    #expect(state.heldBytes == 0)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.tooLarge))
  }

  @Test func `without memory the client is asked to retry`() {
    var state = state()
    receive("hello", into: &state, hasRoom: false)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.tooBusy))
  }

  @Test func `a server that ends handles nothing more`() {
    var state = state()
    #expect(step(&state) { $0.proceed(isEnding: true) } == .answer(.stopping))
  }

  @Test(arguments: [(AnnouncedBody.length(10), false), (.length(11), true), (.chunked, false)])
  func `a body that is announced too large is refused before it comes`(
    announced: AnnouncedBody, isRefused: Bool
  ) {
    var state = ExchangeState()
    let action = state.receiveHead(announced, .receive(limits(10)))
    #expect((action != .proceed) == isRefused)
    #expect(state.isPastHead)
  }

  @Test func `an answer to the head comes before the body, if there is one`() {
    var state = ExchangeState()
    let closing = ServerResponse.text("no").closing
    #expect(step(&state) { $0.receiveHead(.length(5), .answer(.text("no"))) } == .answer(closing))
    state = ExchangeState()
    #expect(step(&state) { $0.receiveHead(.none, .answer(.text("no"))) } == .proceed)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.text("no")))
  }

  @Test func `a body that gives way is let go, and answered 503`() {
    var state = state()
    receive("hello", into: &state)
    state.evict()
    #expect(state.heldBytes == 0)
    receive("more", into: &state)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.tooBusy))
  }
}
