#if ObservationInterop
  public import Observation

  /// What every ``ViewModel`` is: an object that the standard library's Observation knows.
  public typealias ObservableIfAvailable = AnyObject & Observable
#else
  /// What every ``ViewModel`` is: an object.
  ///
  /// With the package trait `ObservationInterop` the standard library's Observation knows it.
  public typealias ObservableIfAvailable = AnyObject
#endif
