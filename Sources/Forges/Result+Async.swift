extension Result {
  /// Calls an asynchronous function and keeps what it returns or throws.
  ///
  /// With `async let` it starts a request whose error is handled later, in the order of the code:
  ///
  ///     async let rules = Result { () async throws(ForgeError) in try await rules(of: branch) }
  ///     let branch = try await self.branch(name)
  ///     return (branch, try await rules.get())
  package init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
