extension SampleDocuments {
  /// Three pages of car news, a failure, and a page with broken articles.
  static let news: [(name: String, text: String)] = [
    (
      "news.json",
      #"""
      {"returncode": 0, "message": "", "result": {"isloadmore": true, "rowcount": 10, "headlineinfo": {}, "focusimg": [], "topnewsinfo": {}, "newslist": [
        {"id": 301, "coverimages": [], "smallpic": "https://img.example/s/301.jpg", "dbid": 0, "replycount": 12, "intacttime": "2024/3/4 10:27:26", "lasttime": "20240304102726301", "time": "2024-03-04", "mediatype": 1, "title": "雨天的轮胎", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 302, "coverimages": [], "smallpic": "https://img.example/s/302.jpg", "dbid": 0, "replycount": 24, "intacttime": "2024/3/3 10:28:26", "lasttime": "20240303102826302", "time": "2024-03-03", "mediatype": 1, "title": "Three wheels, revisited", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 303, "coverimages": [], "smallpic": "https://img.example/s/303.jpg", "dbid": 0, "replycount": 36, "intacttime": "2024/3/2 10:29:26", "lasttime": "20240302102926303", "time": "2024-03-02", "mediatype": 1, "title": "电车与渡船", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 304, "coverimages": [], "smallpic": "https://img.example/s/304.jpg", "dbid": 0, "replycount": 48, "intacttime": "2024/3/5 10:30:26", "lasttime": "20240305103026304", "time": "2024-03-05", "mediatype": 1, "title": "Small van, long trip", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0}
      ]}}
      """#
    ),
    (
      "news-2.json",
      #"""
      {"returncode": 0, "message": "", "result": {"isloadmore": true, "rowcount": 10, "headlineinfo": {}, "focusimg": [], "topnewsinfo": {}, "newslist": [
        {"id": 305, "coverimages": [], "smallpic": "https://img.example/s/305.jpg", "dbid": 0, "replycount": 60, "intacttime": "2024/3/4 10:31:26", "lasttime": "20240304103126305", "time": "2024-03-04", "mediatype": 1, "title": "雨天的轮胎", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 306, "coverimages": [], "smallpic": "https://img.example/s/306.jpg", "dbid": 0, "replycount": 72, "intacttime": "some day soon", "lasttime": "20240303103226306", "time": "2024-03-03", "mediatype": 1, "title": "Three wheels, revisited", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 307, "coverimages": [], "smallpic": "https://img.example/s/307.jpg", "dbid": 0, "replycount": 84, "intacttime": "2024/3/2 10:33:26", "lasttime": "20240302103326307", "time": "2024-03-02", "mediatype": 1, "title": "电车与渡船", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 308, "coverimages": [], "smallpic": "https://img.example/s/308.jpg", "dbid": 0, "replycount": 96, "intacttime": "2024/3/5 10:34:26", "lasttime": "20240305103426308", "time": "2024-03-05", "mediatype": 1, "title": "Small van, long trip", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0}
      ]}}
      """#
    ),
    (
      "news-3.json",
      #"""
      {"returncode": 0, "message": "", "result": {"isloadmore": false, "rowcount": 10, "headlineinfo": {}, "focusimg": [], "topnewsinfo": {}, "newslist": [
        {"id": 309, "coverimages": [], "smallpic": "https://img.example/s/309.jpg", "dbid": 0, "replycount": 108, "intacttime": "2024/3/4 10:35:26", "lasttime": "20240304103526309", "time": "2024-03-04", "mediatype": 1, "title": "雨天的轮胎", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 310, "coverimages": [], "smallpic": "https://img.example/s/310.jpg", "dbid": 0, "replycount": 120, "intacttime": "2024/3/3 10:36:26", "lasttime": "20240303103626310", "time": "2024-03-03", "mediatype": 1, "title": "Three wheels, revisited", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0}
      ]}}
      """#
    ),
    (
      "news-failed.json",
      #"""
      {"returncode": 500, "message": "Bad Network", "result": {"isloadmore": false, "rowcount": 0, "headlineinfo": {}, "focusimg": [], "topnewsinfo": {}, "newslist": []}}
      """#
    ),
    (
      "news-broken.json",
      #"""
      {"returncode": 0, "message": "", "result": {"isloadmore": false, "rowcount": 10, "headlineinfo": {}, "focusimg": [], "topnewsinfo": {}, "newslist": [
        {"id": 301, "coverimages": [], "smallpic": "https://img.example/s/301.jpg", "dbid": 0, "replycount": 12, "intacttime": "2024/3/4 10:27:26", "lasttime": "20240304102726301", "time": "2024-03-04", "mediatype": 1, "title": "雨天的轮胎", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": "three hundred and two", "coverimages": [], "smallpic": "https://img.example/s/302.jpg", "dbid": 0, "replycount": 24, "intacttime": "2024/3/3 10:28:26", "lasttime": "20240303102826302", "time": "2024-03-03", "mediatype": 1, "title": "Three wheels, revisited", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 303, "coverimages": [], "smallpic": "https://img.example/s/303.jpg", "dbid": 0, "replycount": 36, "intacttime": "2024/3/2 10:29:26", "time": "2024-03-02", "mediatype": 1, "title": "电车与渡船", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0},
        {"id": 304, "coverimages": [], "smallpic": "https://img.example/s/304.jpg", "dbid": 0, "replycount": 48, "intacttime": "2024/13/45 99:99:99", "lasttime": "20240305103026304", "time": "2024-03-05", "mediatype": 1, "title": "Small van, long trip", "type": "试驾", "updatetime": "20240305110000", "jumppage": 1, "indexdetail": "", "pagecount": 3, "newstype": 0}
      ]}}
      """#
    ),
  ]
}
