<<<<<<< HEAD
// +kubebuilder:rbac:groups="",resources=pods,verbs=get
=======
// +kubebuilder:rbac:groups="",resources=pods,verbs=get;list
>>>>>>> more-clerks
export {};
