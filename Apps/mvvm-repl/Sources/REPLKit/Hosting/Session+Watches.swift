extension Session {
  /// The numbers of the watches that live, for a host that keeps a row for each.
  public var watchNumbers: Set<Int> { Set(watches.map(\.number)) }

  /// Says a sentence of the host among what the session says.
  public func say(_ sentence: String) { emit(.note(sentence)) }
}
