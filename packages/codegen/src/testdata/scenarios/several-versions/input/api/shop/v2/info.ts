// +groupName=shop.example.com
// +kubebuilder:skip
export {};
