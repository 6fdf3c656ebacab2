#!/usr/bin/python3
"""A window with nothing but a WebKitGTK view, for WebKitWebDriver. MiniBrowser's tool bar keeps its window wider than a phone."""

import sys
import tempfile

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2


def create(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # Mesa's software renderer crashes the threads in which WebKit draws.
    view.get_settings().set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    view.get_settings().set_enable_javascript("--no-scripts" not in sys.argv)
    # As a visitor who presses "Deny".
    view.connect("permission-request", lambda _view, request: request.deny() or True)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("window.py")
    session.set_application_info(info)
    session.connect("create-web-view", create)


# What the page stores is of this window alone.
folder = tempfile.TemporaryDirectory()
manager = WebKit2.WebsiteDataManager(base_data_directory=folder.name, base_cache_directory=folder.name)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
context.connect("automation-started", begin)
settings = Gtk.Settings.get_default()
settings.set_property("gtk-application-prefer-dark-theme", "--dark" in sys.argv)
settings.set_property("gtk-enable-animations", "--reduced-motion" not in sys.argv)
window = Gtk.Window(decorated=False)
window.set_default_size(1280, 900)
window.connect("destroy", Gtk.main_quit)
Gtk.main()
