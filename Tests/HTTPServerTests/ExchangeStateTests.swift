import Testing

@testable import HTTPServer

@Suite struct ExchangeStateTests {
  /// Performs one step; the macro takes no changing call.
  private func step<T>(_ state: inout ExchangeState, _ body: (inout ExchangeState) -> T) -> T {
    body(&state)
  }

  private func state(limit: Int = 10) -> ExchangeState {
    var state = ExchangeState(bodyLimit: limit)
    _ = state.receiveHead(contentLength: nil, isCoded: false)
    return state
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

  @Test func `without room the client is told to come again`() {
    var state = state()
    receive("hello", into: &state, hasRoom: false)
    #expect(step(&state) { $0.proceed(isEnding: false) } == .answer(.tooBusy))
  }

  @Test func `a server that ends handles nothing more`() {
    var state = state()
    #expect(step(&state) { $0.proceed(isEnding: true) } == .answer(.stopping))
  }

  @Test(arguments: [(10, false, false), (11, false, true), (5, true, true)])
  func `the head alone can be refused`(length: Int, isCoded: Bool, isRefused: Bool) {
    var state = ExchangeState(bodyLimit: 10)
    let action = state.receiveHead(contentLength: length, isCoded: isCoded)
    #expect((action != .proceed) == isRefused)
    #expect(state.isPastHead)
  }
}
