"""What the Python client can do on a cluster, as its documentation and examples show it."""

import datetime
import threading

from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.leaselock import LeaseLock
from kubernetes.stream import portforward, stream

from tap import case, equal, eventually, run

config.load_kube_config()
NAMESPACE = "software-python"
core, apps, batch = client.CoreV1Api(), client.AppsV1Api(), client.BatchV1Api()
custom, extensions = client.CustomObjectsApi(), client.ApiextensionsV1Api()


def deployment(name, replicas=2):
    labels = {"app": name}
    container = client.V1Container(name="web", image="example.com/web:1", ports=[client.V1ContainerPort(container_port=80)])
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container])
    )
    spec = client.V1DeploymentSpec(
        replicas=replicas, selector=client.V1LabelSelector(match_labels=labels), template=template
    )
    return client.V1Deployment(metadata=client.V1ObjectMeta(name=name), spec=spec)


def refused(status, call):
    try:
        call()
    except ApiException as error:
        equal(error.status, status)
        return error
    raise AssertionError(f"expected {status}")


@case("versions and groups are read")
def versions():
    equal(client.VersionApi().get_code().major, "1")
    groups = [group.name for group in client.ApisApi().get_api_versions().groups]
    assert "apps" in groups and "batch" in groups, groups


@case("a namespace is created")
def namespace():
    core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))
    eventually(lambda: core.list_namespaced_service_account(NAMESPACE).items)


@case("a Deployment becomes available")
def available():
    apps.create_namespaced_deployment(NAMESPACE, deployment("web"))
    eventually(lambda: apps.read_namespaced_deployment_status("web", NAMESPACE).status.available_replicas == 2)


@case("a Deployment is scaled by its subresource")
def scaled():
    scale = apps.read_namespaced_deployment_scale("web", NAMESPACE)
    scale.spec.replicas = 3
    apps.replace_namespaced_deployment_scale("web", NAMESPACE, scale)
    eventually(lambda: apps.read_namespaced_deployment("web", NAMESPACE).status.available_replicas == 3)


@case("merge, JSON and strategic patches are applied")
def patches():
    patched = apps.patch_namespaced_deployment("web", NAMESPACE, {"metadata": {"labels": {"a": "1"}}})
    equal(patched.metadata.labels["a"], "1")
    patched = apps.patch_namespaced_deployment(
        "web", NAMESPACE, [{"op": "replace", "path": "/metadata/labels/a", "value": "2"}]
    )
    equal(patched.metadata.labels["a"], "2")
    container = {"name": "sidecar", "image": "example.com/sidecar:1"}
    patched = apps.patch_namespaced_deployment(
        "web", NAMESPACE, {"spec": {"template": {"spec": {"containers": [container]}}}}
    )
    equal(sorted(each.name for each in patched.spec.template.spec.containers), ["sidecar", "web"])


@case("a conflict is refused with its status")
def conflict():
    stale = core.create_namespaced_config_map(
        NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="settings"), data={"a": "1"})
    )
    core.patch_namespaced_config_map("settings", NAMESPACE, {"data": {"a": "2"}})
    error = refused(409, lambda: core.replace_namespaced_config_map("settings", NAMESPACE, stale))
    assert "the object has been modified" in error.body, error.body
    refused(404, lambda: core.read_namespaced_config_map("other", NAMESPACE))


@case("a watch sees an object come, change and go")
def watched():
    seen = []
    version = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version
    core.create_namespaced_config_map(NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="seen")))
    core.patch_namespaced_config_map("seen", NAMESPACE, {"data": {"a": "1"}})
    core.delete_namespaced_config_map("seen", NAMESPACE)
    watcher = watch.Watch()
    for event in watcher.stream(
        core.list_namespaced_config_map, NAMESPACE, resource_version=version, timeout_seconds=30
    ):
        seen.append(event["type"])
        if event["type"] == "DELETED":
            watcher.stop()
    equal(seen, ["ADDED", "MODIFIED", "DELETED"])


@case("lists are read in pages")
def pages():
    for number in range(7):
        name = client.V1ObjectMeta(name=f"page-{number}", labels={"of": "pages"})
        core.create_namespaced_config_map(NAMESPACE, client.V1ConfigMap(metadata=name))
    names, more = [], None
    while True:
        page = core.list_namespaced_config_map(NAMESPACE, label_selector="of=pages", limit=3, _continue=more)
        names += [each.metadata.name for each in page.items]
        more = page.metadata._continue
        if not more:
            break
    equal(names, [f"page-{number}" for number in range(7)])


@case("a Job completes, and its Pod's log is read")
def job():
    container = client.V1Container(name="work", image="example.com/work:1")
    pod = client.V1PodSpec(containers=[container], restart_policy="Never")
    spec = client.V1JobSpec(template=client.V1PodTemplateSpec(spec=pod), backoff_limit=0)
    batch.create_namespaced_job(NAMESPACE, client.V1Job(metadata=client.V1ObjectMeta(name="work"), spec=spec))
    eventually(lambda: batch.read_namespaced_job("work", NAMESPACE).status.succeeded == 1)
    [done] = core.list_namespaced_pod(NAMESPACE, label_selector="job-name=work").items
    equal(done.status.phase, "Succeeded")
    equal(core.read_namespaced_pod_log(done.metadata.name, NAMESPACE), "first line\nsecond line\n")
    equal(core.read_namespaced_pod_log(done.metadata.name, NAMESPACE, tail_lines=1), "second line\n")


@case("a command runs in a container over a WebSocket")
def executed():
    pod = core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items[0]
    answer = stream(
        core.connect_get_namespaced_pod_exec,
        pod.metadata.name,
        NAMESPACE,
        container="web",
        command=["echo", "hello"],
        stderr=True,
        stdin=False,
        stdout=True,
        tty=False,
    )
    equal(answer, "hello\n")
    session = stream(
        core.connect_get_namespaced_pod_exec,
        pod.metadata.name,
        NAMESPACE,
        container="web",
        command=["false"],
        stderr=True,
        stdout=True,
        _preload_content=False,
    )
    session.run_forever(timeout=30)
    equal(session.returncode, 1)


@case("a port of a Pod is forwarded")
def forwarded():
    pod = core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items[0]
    forward = portforward(core.connect_get_namespaced_pod_portforward, pod.metadata.name, NAMESPACE, ports="80")
    socket = forward.socket(80)
    socket.settimeout(30)
    socket.sendall(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n")
    answer = b""
    while chunk := socket.recv(4096):
        answer += chunk
    assert answer.startswith(b"HTTP/1.1 200 "), answer


WIDGETS = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.python.example.com"},
    "spec": {
        "group": "python.example.com",
        "scope": "Namespaced",
        "names": {"plural": "widgets", "singular": "widget", "kind": "Widget"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "properties": {"size": {"type": "integer", "minimum": 1, "default": 3}},
                            },
                            "status": {"type": "object", "properties": {"ready": {"type": "boolean"}}},
                        },
                    }
                },
            }
        ],
    },
}
PLACE = ("python.example.com", "v1", NAMESPACE, "widgets")


@case("a CustomResourceDefinition is established")
def definition():
    utils.create_from_dict(client.ApiClient(), WIDGETS)

    def established():
        conditions = extensions.read_custom_resource_definition("widgets.python.example.com").status.conditions or []
        return any(each.type == "Established" and each.status == "True" for each in conditions)

    eventually(established)


@case("custom objects are defaulted, validated and their status is written")
def custom_objects():
    widget = {"apiVersion": "python.example.com/v1", "kind": "Widget", "metadata": {"name": "one"}, "spec": {}}
    created = eventually(lambda: _created(widget))
    equal(created["spec"]["size"], 3)
    error = refused(
        422, lambda: custom.patch_namespaced_custom_object(*PLACE, "one", {"spec": {"size": 0}})
    )
    assert "spec.size" in error.body, error.body
    custom.patch_namespaced_custom_object_status(*PLACE, "one", {"status": {"ready": True}})
    equal(custom.get_namespaced_custom_object(*PLACE, "one")["status"], {"ready": True})


def _created(widget):
    try:
        return custom.create_namespaced_custom_object(*PLACE, widget)
    except ApiException as error:
        if error.status != 404:
            raise
        return None


@case("the dynamic client finds, applies and watches a resource")
def dynamic_client():
    api = dynamic.DynamicClient(client.ApiClient())
    widgets = api.resources.get(api_version="python.example.com/v1", kind="Widget")
    body = {
        "apiVersion": "python.example.com/v1",
        "kind": "Widget",
        "metadata": {"name": "two"},
        "spec": {"size": 5},
    }
    applied = widgets.server_side_apply(body=body, namespace=NAMESPACE, field_manager="python")
    equal(applied.spec.size, 5)
    equal([entry.manager for entry in applied.metadata.managedFields], ["python"])
    events = widgets.watch(namespace=NAMESPACE, timeout=30)
    names = {next(events)["object"].metadata.name, next(events)["object"].metadata.name}
    equal(names, {"one", "two"})


@case("a leader is elected by a Lease")
def leader():
    leading = threading.Event()
    ended = threading.Event()

    def lead():
        leading.set()
        ended.wait(60)

    lock = LeaseLock("leader", NAMESPACE, "python")
    settings = electionconfig.Config(
        lock, lease_duration=15, renew_deadline=10, retry_period=1, onstarted_leading=lead, onstopped_leading=None
    )
    thread = threading.Thread(target=leaderelection.LeaderElection(settings).run, daemon=True)
    thread.start()
    assert leading.wait(60), "it never led"
    lease = client.CoordinationV1Api().read_namespaced_lease("leader", NAMESPACE)
    equal(lease.spec.holder_identity, "python")
    ended.set()


@case("a token of a ServiceAccount says who it is")
def token():
    request = client.AuthenticationV1TokenRequest(spec=client.V1TokenRequestSpec(audiences=[], expiration_seconds=600))
    answer = core.create_namespaced_service_account_token("default", NAMESPACE, request)
    left = answer.status.expiration_timestamp - datetime.datetime.now(datetime.timezone.utc)
    assert 500 < left.total_seconds() <= 600, left
    own = client.Configuration.get_default_copy()
    own.api_key = {"BearerToken": f"Bearer {answer.status.token}"}
    own.refresh_api_key_hook = None
    review = client.AuthenticationV1Api(client.ApiClient(own)).create_self_subject_review({})
    equal(review.status.user_info.username, f"system:serviceaccount:{NAMESPACE}:default")


@case("a Pod is evicted")
def evicted():
    pod = core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items[0]
    name = client.V1ObjectMeta(name=pod.metadata.name, namespace=NAMESPACE)
    core.create_namespaced_pod_eviction(pod.metadata.name, NAMESPACE, client.V1Eviction(metadata=name))
    uids = lambda: [each.metadata.uid for each in core.list_namespaced_pod(NAMESPACE).items]
    eventually(lambda: pod.metadata.uid not in uids())


@case("a namespace is deleted with all that it holds")
def deleted():
    core.delete_namespace(NAMESPACE)
    eventually(lambda: NAMESPACE not in [each.metadata.name for each in core.list_namespace().items])
    equal(apps.list_namespaced_deployment(NAMESPACE).items, [])


run()
