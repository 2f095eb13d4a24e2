// +groupName=shop.example.com
// +kubebuilder:validation:Optionl
export {};
