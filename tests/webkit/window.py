"""A window with a web view that WebKitWebDriver drives: `window.py WIDTHxHEIGHT FOLDER`.

It replaces WebKitGTK's test browser, which is at least 447 pixels wide. The pages' storage is in FOLDER, so that a later window
can use it.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height = (int(number) for number in sys.argv[1].split("x"))
folder = sys.argv[2]

storage = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
context = WebKit2.WebContext.new_with_website_data_manager(storage)
context.set_automation_allowed(True)
os.makedirs(f"{folder}/downloads", exist_ok=True)


def name_download(download, suggested):
    download.set_destination(f"file://{folder}/downloads/{suggested}")
    return True


context.connect("download-started", lambda _context, download: download.connect("decide-destination", name_download))


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    # Without a window manager, the window has to take the focus itself.
    window.get_window().focus(0)
    view.grab_focus()
    return view


def begin(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("drumhead")
    application.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(application)
    session.connect("create-web-view", open_view)


context.connect("automation-started", begin)
Gtk.main()
