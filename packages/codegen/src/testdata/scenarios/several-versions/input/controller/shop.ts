/** A permission directly above a constant counts too.
 * +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get;list;watch
 */
export const controller = 1;

// +kubebuilder:rbac:groups=shop.example.com,resources=shops/status,verbs=update
