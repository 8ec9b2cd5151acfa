#if ObservationInterop
  public import Observation

  /// An object that conforms to the standard library's `Observable`, as every ``ViewModel`` does.
  public typealias ObservableIfAvailable = AnyObject & Observable
#else
  /// An object, as every ``ViewModel`` is.
  ///
  /// With the package trait `ObservationInterop` it also conforms to the standard library's `Observable`.
  public typealias ObservableIfAvailable = AnyObject
#endif
