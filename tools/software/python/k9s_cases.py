"""Drives k9s in a terminal, as a user does, and reads its screen. The path of k9s is the first argument."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import threading

import pyte
from kubernetes import client, config, utils

from tap import case, equal, eventually, run

NAMESPACE = "software-k9s"
ROWS, COLUMNS = 40, 160
config.load_kube_config()
core, apps = client.CoreV1Api(), client.AppsV1Api()

core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))
utils.create_from_dict(
    client.ApiClient(),
    {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web", "namespace": NAMESPACE},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "web", "image": "example.com/web:1"}]},
            },
        },
    },
)
eventually(lambda: apps.read_namespaced_deployment("web", NAMESPACE).status.available_replicas == 2)

screen = pyte.Screen(COLUMNS, ROWS)
process, terminal = pty.fork()
if process == 0:
    os.environ["TERM"] = "xterm-256color"
    os.execv(sys.argv[1], ["k9s", "--namespace", NAMESPACE, "--command", "pods", "--logoless", "--splashless"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))


def read_screen():
    stream = pyte.ByteStream(screen)
    while True:
        try:
            stream.feed(os.read(terminal, 65536))
        except OSError:
            return


threading.Thread(target=read_screen, daemon=True).start()


def shows(*texts):
    """Waits until the screen has all of these texts, in any case."""
    try:
        eventually(lambda: all(any(text.lower() in line.lower() for line in screen.display) for text in texts), 30)
    except AssertionError:
        lines = "\n".join(line.rstrip() for line in screen.display if line.strip())
        raise AssertionError(f"the screen does not show {texts}:\n{lines}") from None


def press(keys):
    os.write(terminal, keys.encode())


def command(text):
    press(f":{text}\r")


@case("Pods are listed as they run")
def pods():
    shows("Pods(software-k9s)[2]", "Running", "web-")


@case("Deployments are listed")
def deployments():
    command(f"deployments {NAMESPACE}")
    shows("Deployments(software-k9s)[1]", "2/2")


@case("an object is described")
def described():
    press("d")
    shows("Describe(software-k9s/web)", "RollingUpdateStrategy")
    press("\x1b")
    shows("Deployments(software-k9s)[1]")


@case("an object is shown as YAML")
def yaml():
    press("y")
    shows("YAML(software-k9s/web)", "apiVersion: apps/v1")
    press("\x1b")
    shows("Deployments(software-k9s)[1]")


@case("a change is seen at once")
def changed():
    apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}})
    shows("3/3")


@case("nodes are listed with what they use")
def nodes():
    command("nodes")
    shows("Nodes(all)[1]", "Ready")


@case("the logs of a Pod are followed")
def logs():
    command(f"pods {NAMESPACE}")
    shows("Pods(software-k9s)[3]")
    press("l")
    shows("Logs(software-k9s/web-", "the web is served")
    press("\x1b")
    shows("Pods(software-k9s)[3]")


@case("a Pod is deleted after a question, and replaced")
def deleted():
    before = {each.metadata.uid for each in core.list_namespaced_pod(NAMESPACE).items}
    press("\x04")
    shows("Delete")
    press("\t\r")

    def replaced():
        now = {each.metadata.uid for each in core.list_namespaced_pod(NAMESPACE).items}
        return len(now) == 3 and len(now & before) == 2

    eventually(replaced)


@case("k9s ends at its command")
def ended():
    command("quit")
    ends = []

    def has_ended():
        pid, status = os.waitpid(process, os.WNOHANG)
        if pid:
            ends.append(os.waitstatus_to_exitcode(status))
        return ends

    eventually(has_ended, 30)
    equal(ends, [0])


try:
    run()
finally:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
