package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	applyappsv1 "k8s.io/client-go/applyconfigurations/apps/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	applymetav1 "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
)

// typedIn shows the typed clients, in an encoding.
func typedIn(contentType string) func(*story) {
	return func(s *story) {
		config := rest.CopyConfig(s.config)
		config.ContentType = contentType
		config.AcceptContentTypes = contentType
		s.clientset = kubernetes.NewForConfigOrDie(config)
		configMaps(s)
		deployments(s)
		applies(s)
		pods(s)
		others(s)
	}
}

func configMaps(s *story) {
	client := s.clientset.CoreV1().ConfigMaps(s.namespace)
	made, err := client.Create(s.ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "settings", Labels: map[string]string{"a": "b"}},
		Data:       map[string]string{"colour": "red", "letters": "äöü ☃"},
		BinaryData: map[string][]byte{"bytes": {0, 1, 254, 255}},
	}, metav1.CreateOptions{FieldManager: "maker"})
	must(err)
	show("created", made)
	say("has uid, version, time, manager: %t %t %t %s", made.UID != "", made.ResourceVersion != "", !made.CreationTimestamp.IsZero(), made.ManagedFields[0].Manager)
	_, err = client.Create(s.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "settings"}}, metav1.CreateOptions{})
	sayError("created again", err)
	_, err = client.Create(s.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "No Name"}}, metav1.CreateOptions{})
	sayError("created with a bad name", err)
	dry, err := client.Create(s.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{GenerateName: "generated-"}}, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	must(err)
	show("dry run", dry)

	stale := made.DeepCopy()
	made.Data["colour"] = "blue"
	made, err = client.Update(s.ctx, made, metav1.UpdateOptions{})
	must(err)
	stale.Data["colour"] = "green"
	_, err = client.Update(s.ctx, stale, metav1.UpdateOptions{})
	sayError("updated with an old version", err)
	must(retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := client.Update(s.ctx, stale, metav1.UpdateOptions{})
		if err != nil {
			stale, _ = client.Get(s.ctx, "settings", metav1.GetOptions{})
			stale.Data["retried"] = "yes"
		}
		return err
	}))
	patched, err := client.Patch(s.ctx, "settings", types.StrategicMergePatchType, []byte(`{"data":{"colour":null}}`), metav1.PatchOptions{})
	must(err)
	patched, err = client.Patch(s.ctx, patched.Name, types.MergePatchType, []byte(`{"data":{"merged":"yes"}}`), metav1.PatchOptions{})
	must(err)
	patched, err = client.Patch(s.ctx, patched.Name, types.JSONPatchType, []byte(`[{"op":"add","path":"/data/added","value":"yes"}]`), metav1.PatchOptions{})
	must(err)
	show("patched", patched)
	_, err = client.Patch(s.ctx, "settings", types.JSONPatchType, []byte(`[{"op":"test","path":"/data/added","value":"no"}]`), metav1.PatchOptions{})
	sayError("patched with a test that fails", err)
	_, err = client.Get(s.ctx, "missing", metav1.GetOptions{})
	sayError("got what is missing", err)

	for index := range 5 {
		_, err := client.Create(s.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("page-%d", index), Labels: map[string]string{"set": "pages"}}}, metav1.CreateOptions{})
		must(err)
	}
	options := metav1.ListOptions{LabelSelector: "set=pages", Limit: 2}
	for {
		page, err := client.List(s.ctx, options)
		must(err)
		say("page: %s, more: %t, remaining: %v", names(page.Items), page.Continue != "", page.RemainingItemCount != nil)
		if options.Continue = page.Continue; page.Continue == "" {
			break
		}
	}
	found, err := client.List(s.ctx, metav1.ListOptions{FieldSelector: "metadata.name=page-3", ResourceVersion: "0"})
	must(err)
	say("found by field: %s, kind %q", names(found.Items), found.Kind)
	_, err = client.List(s.ctx, metav1.ListOptions{LabelSelector: "a in ("})
	sayError("bad selector", err)
	other := types.UID("someone-else")
	sayError("deleted with another uid", client.Delete(s.ctx, "settings", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &other}}))
	sayError("deleted", client.Delete(s.ctx, "settings", metav1.DeleteOptions{}))
	sayError("deleted again", client.Delete(s.ctx, "settings", metav1.DeleteOptions{}))
	must(client.DeleteCollection(s.ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "set=pages"}))
	left, err := client.List(s.ctx, metav1.ListOptions{LabelSelector: "set=pages"})
	must(err)
	say("left: %d", len(left.Items))
}

func names(items []corev1.ConfigMap) []string {
	all := []string{}
	for _, item := range items {
		all = append(all, item.Name)
	}
	return all
}

func deploymentOf(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{
					Name: "c", Image: "nginx:1",
					ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromString("http")}}},
				}}},
			},
		},
	}
}

func deployments(s *story) {
	client := s.clientset.AppsV1().Deployments(s.namespace)
	made, err := client.Create(s.ctx, deploymentOf("web"), metav1.CreateOptions{})
	must(err)
	show("deployment", made)
	made.Status.Replicas = 1
	made.Spec.Paused = true
	updated, err := client.UpdateStatus(s.ctx, made, metav1.UpdateOptions{})
	must(err)
	say("status: %d replicas, paused %t, generation %d", updated.Status.Replicas, updated.Spec.Paused, updated.Generation)
	scale, err := client.GetScale(s.ctx, "web", metav1.GetOptions{})
	must(err)
	scale.Spec.Replicas = 3
	scale, err = client.UpdateScale(s.ctx, "web", scale, metav1.UpdateOptions{})
	must(err)
	show("scale", scale)
	_, err = client.UpdateScale(s.ctx, "web", &autoscalingv1.Scale{ObjectMeta: metav1.ObjectMeta{Name: "web"}, Spec: autoscalingv1.ScaleSpec{Replicas: -1}}, metav1.UpdateOptions{})
	sayError("scaled below nothing", err)
	broken := deploymentOf("broken")
	broken.Spec.Template.Spec.Containers = nil
	_, err = client.Create(s.ctx, broken, metav1.CreateOptions{})
	sayError("without containers", err)
	foreground := metav1.DeletePropagationForeground
	must(client.Delete(s.ctx, "web", metav1.DeleteOptions{PropagationPolicy: &foreground}))
	going, err := client.Get(s.ctx, "web", metav1.GetOptions{})
	must(err)
	say("going: %t %v", going.DeletionTimestamp != nil, going.Finalizers)
	going.Finalizers = nil
	_, err = client.Update(s.ctx, going, metav1.UpdateOptions{})
	sayError("let go", err)
}

func applies(s *story) {
	client := s.clientset.AppsV1().Deployments(s.namespace)
	labels := map[string]string{"app": "applied"}
	wanted := func(image string, replicas int32) *applyappsv1.DeploymentApplyConfiguration {
		return applyappsv1.Deployment("applied", s.namespace).WithSpec(applyappsv1.DeploymentSpec().
			WithReplicas(replicas).
			WithSelector(applymetav1.LabelSelector().WithMatchLabels(labels)).
			WithTemplate(applycorev1.PodTemplateSpec().WithLabels(labels).WithSpec(
				applycorev1.PodSpec().WithContainers(applycorev1.Container().WithName("c").WithImage(image)))))
	}
	made, err := client.Apply(s.ctx, wanted("nginx:1", 2), metav1.ApplyOptions{FieldManager: "one"})
	must(err)
	say("applied: generation %d, %s", made.Generation, made.ManagedFields[0].FieldsV1.String())
	_, err = client.Apply(s.ctx, wanted("nginx:2", 3), metav1.ApplyOptions{FieldManager: "two"})
	sayError("applied by another", err)
	made, err = client.Apply(s.ctx, wanted("nginx:2", 3), metav1.ApplyOptions{FieldManager: "two", Force: true})
	must(err)
	say("forced: %d %s, %d managers", *made.Spec.Replicas, made.Spec.Template.Spec.Containers[0].Image, len(made.ManagedFields))
	extracted, err := applyappsv1.ExtractDeployment(made, "two")
	must(err)
	show("what two applies", extracted)
	status, err := client.ApplyStatus(s.ctx, applyappsv1.Deployment("applied", s.namespace).WithStatus(applyappsv1.DeploymentStatus().WithReplicas(3).
		WithConditions(applyappsv1.DeploymentCondition().WithType("Available").WithStatus(corev1.ConditionTrue).WithReason("Shown"))), metav1.ApplyOptions{FieldManager: "status"})
	must(err)
	say("status applied: %d %s", status.Status.Replicas, status.Status.Conditions[0].Reason)
	must(client.Delete(s.ctx, "applied", metav1.DeleteOptions{}))
}

func pods(s *story) {
	client := s.clientset.CoreV1().Pods(s.namespace)
	made, err := client.Create(s.ctx, &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "lonely", Labels: map[string]string{"app": "lonely"}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "nginx"}}},
	}, metav1.CreateOptions{})
	must(err)
	show("pod", made)
	must(client.Bind(s.ctx, &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "lonely"}, Target: corev1.ObjectReference{Kind: "Node", Name: "far"}}, metav1.CreateOptions{}))
	bound, err := client.Get(s.ctx, "lonely", metav1.GetOptions{})
	must(err)
	say("bound to %s, %s", bound.Spec.NodeName, bound.Status.Conditions[0].Type)
	bound.Status.Phase = corev1.PodRunning
	bound.Status.Conditions = append(bound.Status.Conditions, corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionTrue})
	bound, err = client.UpdateStatus(s.ctx, bound, metav1.UpdateOptions{})
	must(err)
	running, err := client.List(s.ctx, metav1.ListOptions{FieldSelector: "status.phase=Running,spec.nodeName=far"})
	must(err)
	say("running on far: %d", len(running.Items))
	bound.Spec.Containers[0].Name = "other"
	_, err = client.Update(s.ctx, bound, metav1.UpdateOptions{})
	say("renamed container is refused: %t", err != nil)
	minAvailable := intstr.FromInt32(1)
	_, err = s.clientset.PolicyV1().PodDisruptionBudgets(s.namespace).Create(s.ctx, &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: "budget"},
		Spec:       policyv1.PodDisruptionBudgetSpec{MinAvailable: &minAvailable, Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "lonely"}}},
	}, metav1.CreateOptions{})
	must(err)
	// client-go would wait and try again: once is enough here.
	eviction := &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "lonely", Namespace: s.namespace}}
	sayError("evicted", s.clientset.CoreV1().RESTClient().Post().Namespace(s.namespace).Resource("pods").Name("lonely").SubResource("eviction").
		Body(eviction).MaxRetries(0).Do(s.ctx).Error())
	zero := int64(0)
	sayError("deleted at once", client.Delete(s.ctx, "lonely", metav1.DeleteOptions{GracePeriodSeconds: &zero}))
}

func others(s *story) {
	core := s.clientset.CoreV1()
	secret, err := core.Secrets(s.namespace).Create(s.ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "passwords"}, StringData: map[string]string{"a": "b"}}, metav1.CreateOptions{})
	must(err)
	show("secret", secret)
	service, err := core.Services(s.namespace).Create(s.ctx, &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec:       corev1.ServiceSpec{Selector: map[string]string{"app": "web"}, Ports: []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromString("http")}}},
	}, metav1.CreateOptions{})
	must(err)
	show("service", service)
	suspend := true
	job, err := s.clientset.BatchV1().CronJobs(s.namespace).Create(s.ctx, &batchv1.CronJob{
		ObjectMeta: metav1.ObjectMeta{Name: "often"},
		Spec: batchv1.CronJobSpec{Schedule: "* * * * *", Suspend: &suspend, JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{
			Spec: corev1.PodSpec{RestartPolicy: corev1.RestartPolicyNever, Containers: []corev1.Container{{Name: "c", Image: "busybox"}}}}}}},
	}, metav1.CreateOptions{})
	must(err)
	show("cron job", job)
	review, err := s.clientset.AuthorizationV1().SelfSubjectAccessReviews().Create(s.ctx, &authorizationv1.SelfSubjectAccessReview{
		Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "get", Resource: "pods"}},
	}, metav1.CreateOptions{})
	must(err)
	say("may get pods: %t", review.Status.Allowed)
	node, err := core.Nodes().Create(s.ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{GenerateName: "generated-"}, Spec: corev1.NodeSpec{PodCIDR: "192.0.2.0/24"}}, metav1.CreateOptions{})
	must(err)
	show("node", node)
	must(core.Nodes().Delete(s.ctx, node.Name, metav1.DeleteOptions{}))
}
