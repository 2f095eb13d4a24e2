// +groupName=shop.example.com
// +kubebuilder:validation:Optional
export {};
